package paramrisk

import (
	"iter"
	"math/bits"
	"slices"
)

// Form is one alternative of a decision rule: a token that assigns a class or a bucket.
type Form struct {
	Text   string // as the rule spells it: lower case, "amount in"
	Class  Class  // "" for a form of a bucket
	Bucket Bucket // "" for a form of a class
}

// AllForms returns the forms of all rules, classes first, in the specification's order.
// A form's place in it is its number in [Forms].
func AllForms() []Form { return slices.Clone(allForms) }

// Forms is a set of forms, by their place in [AllForms]. The zero value is empty, and ==
// compares.
type Forms [2]uint64

func (f *Forms) add(form uint8) { f[form>>6] |= 1 << (form & 63) }

// Set is the set of classes and buckets that the forms assign.
func (f Forms) Set() Set {
	var s Set
	for i := range f.Each() {
		s |= formSets[i]
	}
	return s
}

// Each yields the places of the forms in [AllForms], ascending.
func (f Forms) Each() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, word := range f {
			for ; word != 0; word &= word - 1 {
				if !yield(w*64 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// rules holds the forms of each class (spec, "Canonical Parameter Risk Classes", with
// the blanks of the line breaks taken out, reading G01). "args?" and "arguments?" are
// written out.
var rules = []struct {
	class  Class
	bucket Bucket
	forms  []string
}{
	{class: CredentialValue, forms: []string{
		"token", "apikey", "api_key", "secret", "password", "passwd", "private_key", "access_key", "credential", "client_secret", "bearer",
		"authorization",
	}},
	{class: FilesystemPath, forms: []string{
		"path", "filepath", "filename", "file_path", "dir", "directory", "folder", "target_path", "destination_path", "dest_path",
	}},
	{class: CommandString, forms: []string{
		"command", "cmd", "script", "code", "expression", "sql", "statement", "shell_cmd", "arg", "args", "argument", "arguments",
		"instruction", "prompt",
	}},
	{class: MoneyAmount, forms: []string{
		"amount", "price", "total", "sum", "currency", "refund_amount", "charge_amount", "unit_amount", "cents",
	}},
	// The second pattern of the class, whose boundaries are Unicode's (reading G06).
	{class: MoneyAmount, forms: []string{"amount in", "monetary", "currency code"}},
	{class: URLEndpoint, forms: []string{
		"url", "uri", "endpoint", "webhook_url", "target_url", "host", "hostname", "domain", "link", "webhook", "base_url", "callback_url",
	}},
	// Approximations of a prose list (spec, "High-Recall Contextual Buckets", reading G08).
	{bucket: AccountIdentity, forms: []string{
		"account", "account_id", "iban", "wallet", "recipient", "customer_id", "user_id", "beneficiary", "card_token", "payment_method", "bank",
		"routing_number", "email", "to", "from",
	}},
	{bucket: RawContentBlob, forms: []string{"content", "body", "data", "payload", "html", "markdown", "file_content", "text"}},
}

// allForms and formSets are made from rules, in their order.
var allForms, formSets = listForms()

func listForms() ([]Form, []Set) {
	var forms []Form
	var sets []Set
	for _, r := range rules {
		for _, text := range r.forms {
			forms = append(forms, Form{text, r.class, r.bucket})
			sets = append(sets, classBit(r.class)|bucketBit(r.bucket))
		}
	}
	return forms, sets
}
