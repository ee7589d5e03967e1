package censusreport

import (
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/mooring-mcp/mooring/internal/census"
	"github.com/mooring-mcp/mooring/paramrisk"
)

// groupRows is how many rows stand in a row group; as many are held in memory.
const groupRows = 50_000

// Parquet writes the parameters of a census as an Apache Parquet file, one row each, in
// the order of the lines. Columns have the names of docs/census.md, lists are of the
// logical type LIST, and pages are compressed with Snappy, which DuckDB, ClickHouse and
// Spark take as it is. Not safe for concurrent use.
type Parquet struct {
	out    *parquet.GenericWriter[parquetRow]
	inputs []string
	rows   []parquetRow // of the next group
}

// parquetRow is one parameter. Columns are only added, since readers find them by name.
type parquetRow struct {
	Input           string   `parquet:"input,dict"`
	Line            int64    `parquet:"line,delta"`
	Server          string   `parquet:"server,dict"`
	Tool            string   `parquet:"tool,dict"`
	ToolDigest      string   `parquet:"tool_digest,dict"`
	DeclaredIn      string   `parquet:"declared_in,dict"`
	Name            string   `parquet:"name,dict"`
	Required        bool     `parquet:"required"`
	Deep            bool     `parquet:"deep"`
	CredentialValue bool     `parquet:"credential_value"`
	FilesystemPath  bool     `parquet:"filesystem_path"`
	CommandString   bool     `parquet:"command_string"`
	MoneyAmount     bool     `parquet:"money_amount"`
	URLEndpoint     bool     `parquet:"url_endpoint"`
	AccountIdentity bool     `parquet:"bucket_account_identity"`
	RawContentBlob  bool     `parquet:"bucket_raw_content_blob"`
	Forms           []string `parquet:"forms,list"`
	Consequence     []string `parquet:"tool_consequence,list"`
	Outbound        bool     `parquet:"tool_outbound"`
	Read            bool     `parquet:"tool_read"`
}

// NewParquet starts a file. inputs are the names of the inputs by their place.
func NewParquet(w io.Writer, inputs []string) *Parquet {
	return &Parquet{inputs: inputs, out: parquet.NewGenericWriter[parquetRow](w,
		parquet.Compression(&parquet.Snappy),
		parquet.CreatedBy("mooring", census.Schema, paramrisk.Version),
		parquet.KeyValueMetadata("mooring.rules", paramrisk.Version),
		parquet.KeyValueMetadata("mooring.non_claim", census.NonClaim),
	)}
}

// Write adds rows. Text that is no UTF-8 is written with U+FFFD in its place, since a
// string of Parquet is UTF-8. The file is the same however the rows are handed over.
func (p *Parquet) Write(rows []census.Row) error {
	for i := range rows {
		p.rows = append(p.rows, p.row(&rows[i]))
		if len(p.rows) == groupRows {
			if err := p.group(); err != nil {
				return err
			}
		}
	}
	return nil
}

// group writes a row group.
func (p *Parquet) group() error {
	if _, err := p.out.Write(p.rows); err != nil {
		return err
	}
	clear(p.rows)
	p.rows = p.rows[:0]
	return p.out.Flush()
}

// Close ends the file.
func (p *Parquet) Close() error {
	if len(p.rows) > 0 {
		if err := p.group(); err != nil {
			return err
		}
	}
	return p.out.Close()
}

func (p *Parquet) row(r *census.Row) parquetRow {
	return parquetRow{
		Input: utf8Text(p.inputs[r.Input]), Line: r.Line, Server: utf8Text(r.Server), Tool: utf8Text(r.Tool), ToolDigest: r.ToolDigest,
		DeclaredIn: utf8Text(r.In), Name: utf8Text(r.Name), Required: r.Required, Deep: r.Deep,
		CredentialValue: r.Labels.Has(paramrisk.CredentialValue), FilesystemPath: r.Labels.Has(paramrisk.FilesystemPath),
		CommandString: r.Labels.Has(paramrisk.CommandString), MoneyAmount: r.Labels.Has(paramrisk.MoneyAmount),
		URLEndpoint: r.Labels.Has(paramrisk.URLEndpoint), AccountIdentity: r.Labels.HasBucket(paramrisk.AccountIdentity),
		RawContentBlob: r.Labels.HasBucket(paramrisk.RawContentBlob),
		Forms:          formTexts(r.Forms), Consequence: kindTexts(r), Outbound: r.Signals.Outbound, Read: r.Signals.Read,
	}
}

func formTexts(f paramrisk.Forms) []string {
	out := []string{}
	for i := range f.Each() {
		out = append(out, allForms[i].Text)
	}
	return out
}

var allForms = paramrisk.AllForms()

func kindTexts(r *census.Row) []string {
	out := []string{}
	for _, k := range r.Signals.Kinds.List() {
		out = append(out, string(k))
	}
	return out
}
