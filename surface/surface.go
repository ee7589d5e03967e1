// Package surface describes what an MCP server shows an agent: its tools,
// prompts, resources, resource templates, instructions and capabilities, with
// the exact bytes of each item, how completely they were seen, and what was
// odd about them.
//
// A [Surface] is one observation, the record mooring.surface.v1. A live
// observer and a proxy build it page by page with a [Pager]; [Read] builds it
// from a file, as its example shows. [Encode] and [Decode] write and read the
// record; item bytes survive that round trip unchanged.
//
// The identity of the server always comes from the caller's configuration.
// What the server says of itself is data.
package surface

// Schema is the id of the record that [Encode] writes.
const Schema = "mooring.surface.v1"

// Kind is what a listing lists.
type Kind string

// The kinds of items, in the order in which listings stand in a Surface.
const (
	Tool             Kind = "tool"
	Prompt           Kind = "prompt"
	Resource         Kind = "resource"
	ResourceTemplate Kind = "resource_template"
)

// Kinds returns the four kinds in order.
func Kinds() []Kind { return []Kind{Tool, Prompt, Resource, ResourceTemplate} }

// Member returns the name of the array in a list result: "tools", "prompts",
// "resources" or "resourceTemplates" (MCP 2025-11-25, schema).
func (k Kind) Member() string {
	return map[Kind]string{Tool: "tools", Prompt: "prompts", Resource: "resources", ResourceTemplate: "resourceTemplates"}[k]
}

// Method returns the request that lists the kind, "tools/list" and so on.
func (k Kind) Method() string {
	return map[Kind]string{Tool: "tools/list", Prompt: "prompts/list", Resource: "resources/list", ResourceTemplate: "resources/templates/list"}[k]
}

// Capability returns the server capability under which the kind is offered.
func (k Kind) Capability() string {
	return map[Kind]string{Tool: "tools", Prompt: "prompts", Resource: "resources", ResourceTemplate: "resources"}[k]
}

// Key returns the member that identifies an item: "name", "uri" or "uriTemplate".
func (k Kind) Key() string {
	return map[Kind]string{Tool: "name", Prompt: "name", Resource: "uri", ResourceTemplate: "uriTemplate"}[k]
}

// Plural returns the kind's name for people, "resource templates" for instance.
func (k Kind) Plural() string {
	return map[Kind]string{Tool: "tools", Prompt: "prompts", Resource: "resources", ResourceTemplate: "resource templates"}[k]
}

// Status says whether a listing was seen at all.
type Status string

// The statuses of a listing.
const (
	Observed    Status = "observed"     // at least one page was read
	NotOffered  Status = "not_offered"  // the server does not offer the kind: an observed absence
	NotObserved Status = "not_observed" // nothing was read; this is never an empty listing
)

// Completeness says how much of a listing was seen.
type Completeness string

// The degrees of completeness, as in spec manifest-drift "tools_list_complete".
const (
	Complete Completeness = "complete" // every page to the end
	Partial  Completeness = "partial"  // something is missing, and Reason says why
	Unknown  Completeness = "unknown"  // nothing tells
)

// Worse returns the less certain of two degrees: Complete, Unknown, Partial.
func (c Completeness) Worse(d Completeness) Completeness {
	rank := map[Completeness]int{Complete: 0, Unknown: 1, Partial: 2}
	if rank[d] > rank[c] {
		return d
	}
	return c
}

// Surface is one observation of one server.
type Surface struct {
	Server    Server
	Context   Context
	Handshake Handshake
	Listings  []Listing // one a kind, in the order of [Kinds]
	Hazards   []Hazard  // sorted by code, then place
}

// Server identifies the server by our own configuration.
type Server struct {
	ID     string // name in the configuration; never what the server calls itself
	Launch Launch // zero for a surface that was read from a file
	// Artifact is what the launch runs; zero when nobody can tell. It explains a
	// change and is never compared.
	Artifact Artifact
}

// Context is under which circumstances the surface was shown. Another context
// may rightly show another surface.
type Context struct {
	Era             string // "legacy" (initialize handshake), "modern"; "" for a file
	ProtocolVersion string // revision that was asked for
	Client          string // clientInfo.name that was sent
	Capabilities    string // client capabilities that were sent, canonical JSON; "" for a file
}

// Handshake is what the server said of itself. Each field holds the JSON value
// as it was sent; nil means absent, which is not null.
type Handshake struct {
	ProtocolVersion string // negotiated revision
	ServerInfo      []byte
	Capabilities    []byte
	Instructions    []byte
	Result          []byte // the whole initialize result
}

// Listing is what was seen of one kind.
type Listing struct {
	Kind         Kind
	Status       Status
	Completeness Completeness
	Reason       Reason // "" when complete
	Detail       string // one line for people: what was found
	Pages        []Page
	Items        []Item // in the order in which the server listed them
}

// Page is one answered list request.
type Page struct {
	Cursor *string // cursor that was sent; nil on the first page
	Next   *string // cursor that came back; nil at the end
	Bytes  int     // length of the result
	Items  int

	// TTL and Scope are how long, in milliseconds, and for whom the server lets
	// the page be cached (MCP 2026-07-28 "ttlMs", "cacheScope"): noted, outside
	// every digest, and never obeyed. Nil and "" when absent.
	TTL   *int64
	Scope string
}

// Item is one tool, prompt, resource or template.
type Item struct {
	Raw     []byte // exact bytes as sent
	Name    string // value of [Kind.Key]; "" when missing, no string or unreadable
	Problem string // "" for a JSON object that strict parsing accepts, else why not

	// Canonical is the RFC 8785 form of Raw in which a number that a double would
	// change keeps its source text; nil with a Problem. Inexact tells that it holds
	// such a number. [NewItem] sets both.
	Canonical []byte
	Inexact   bool
}

// Listing returns the listing of kind; a Surface without it has not observed it.
func (s Surface) Listing(kind Kind) Listing {
	for _, l := range s.Listings {
		if l.Kind == kind {
			return l
		}
	}
	return Listing{Kind: kind, Status: NotObserved, Completeness: Unknown, Reason: NotListed}
}

// Ambiguous returns the first repeated name, if there is one: nobody can tell
// then which of the items is meant, and the surface cannot be pinned.
func (s Surface) Ambiguous() (Hazard, bool) {
	for _, h := range s.Hazards {
		if h.Code == DuplicateName {
			return h, true
		}
	}
	return Hazard{}, false
}

// Completeness returns the worst completeness of all listings, and the first
// listing that has it. A kind that is not offered is complete.
func (s Surface) Completeness() (Completeness, Listing) {
	worst, at := Complete, s.Listing(Tool)
	for _, kind := range Kinds() {
		l := s.Listing(kind)
		if c := worst.Worse(l.Completeness); c != worst {
			worst, at = c, l
		}
	}
	return worst, at
}
