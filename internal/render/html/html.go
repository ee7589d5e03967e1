// Package html renders a report as one page that stands by itself: no script, style,
// image or font from elsewhere, and a policy in its head that allows none. It is read
// without scripts; with them rows are filtered and searched.
//
// Text of others goes through package visible, then through html/template, which
// escapes it for its place. Whatever it says, the elements of the page are the same.
package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"github.com/mooring-mcp/mooring/check"
	"github.com/mooring-mcp/mooring/internal/pagestyle"
)

// Options say what a page carries beyond the report.
type Options struct {
	// Next are commands that say how to go on, one a line.
	Next []string
}

// Render writes the page. Its only errors are those of w.
func Render(w io.Writer, r check.Report, o Options) error {
	var b bytes.Buffer
	if err := page.Execute(&b, newView(r, o)); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

//go:embed page.gohtml
var pageText string

//go:embed page.css
var ownStyle string

var styleText = pagestyle.Base + ownStyle

//go:embed page.js
var scriptText string

var page = template.Must(template.New("page").Parse(pageText))

// The page's own style and script, which are no text of anybody.
var (
	style  = template.CSS(styleText) //nolint:gosec // embedded, and part of this package
	script = template.JS(scriptText) //nolint:gosec // embedded, and part of this package
)

// policy allows the page its own style and script, by their digests, and nothing else
// (Content Security Policy Level 3 §2.3.1).
var policy = "default-src 'none'; style-src '" + digest(styleText) + "'; script-src '" + digest(scriptText) + "'; base-uri 'none'; form-action 'none'"

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
