// Package paramrisk labels the parameters of MCP tools with the five risk classes of
// the specification "MCP parameter risk classes" (spec parameter-risk-classes): which
// of them carry secrets, paths, commands, money, network destinations?
//
// A parameter is a property of a tool's input schema. [Label] looks at its name and
// description, [Scanner] finds the parameters of a tool, [Classify] does both and says
// which form matched where. The rules are lexical: each class is a list of forms, and a
// form has to stand in the text as a token of its own ([Forms]). Two contextual buckets
// of the specification are kept apart and are no risk classes.
//
//	set := paramrisk.Label("webhook_url", "callback endpoint").Set()
//	set.Classes() // ["gg:url-endpoint"]
//
// The labels are advisory. They see names, not values, and say nothing about what a
// server does; they must not be the sole ground of an authorization (spec, "Security
// Considerations"). The archived suite that breaks ties for the specification was not
// available; docs/params.md lists the readings taken instead.
//
// All functions are pure and safe for concurrent use; a [Scanner] is not.
package paramrisk

// Version names the rules: the specification and the readings of it. It changes with
// any answer.
const Version = "gg-params-v1"

// Class is a canonical parameter risk class.
type Class string

// The classes, in the specification's order (§"Canonical Parameter Risk Classes").
const (
	CredentialValue Class = "gg:credential-value" //nolint:gosec // a class, no credential
	FilesystemPath  Class = "gg:filesystem-path"
	CommandString   Class = "gg:command-string"
	MoneyAmount     Class = "gg:money-amount"
	URLEndpoint     Class = "gg:url-endpoint"
)

// Classes returns the five classes in the specification's order.
func Classes() []Class {
	return []Class{CredentialValue, FilesystemPath, CommandString, MoneyAmount, URLEndpoint}
}

// Bucket is a high-recall contextual bucket. Buckets are not normative and no risk
// classes. The specification describes them by "such as" lists, so counts of them are
// approximations and compare with nobody's exactly (reading G08).
type Bucket string

// The buckets.
const (
	AccountIdentity Bucket = "account_identity"
	RawContentBlob  Bucket = "raw_content_blob"
)

// Buckets returns both buckets in the specification's order.
func Buckets() []Bucket { return []Bucket{AccountIdentity, RawContentBlob} }

// Set is a set of classes and buckets. The zero value is empty. Sets are united with |
// and compared with ==.
type Set uint8

// Has reports that the set holds a class.
func (s Set) Has(c Class) bool { return s&classBit(c) != 0 }

// HasBucket reports that the set holds a bucket.
func (s Set) HasBucket(b Bucket) bool { return s&bucketBit(b) != 0 }

// Classes returns the classes in the set, in their order; never nil.
func (s Set) Classes() []Class {
	out := []Class{}
	for _, c := range Classes() {
		if s.Has(c) {
			out = append(out, c)
		}
	}
	return out
}

// Buckets returns the buckets in the set, in their order; never nil.
func (s Set) Buckets() []Bucket {
	out := []Bucket{}
	for _, b := range Buckets() {
		if s.HasBucket(b) {
			out = append(out, b)
		}
	}
	return out
}

func classBit(c Class) Set {
	switch c {
	case CredentialValue:
		return 1 << 0
	case FilesystemPath:
		return 1 << 1
	case CommandString:
		return 1 << 2
	case MoneyAmount:
		return 1 << 3
	case URLEndpoint:
		return 1 << 4
	}
	return 0
}

func bucketBit(b Bucket) Set {
	switch b {
	case AccountIdentity:
		return 1 << 5
	case RawContentBlob:
		return 1 << 6
	}
	return 0
}
