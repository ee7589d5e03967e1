package surface

// Reason is a code that says why a listing is not complete.
type Reason string

// The reasons.
const (
	NotListed       Reason = "not_listed"        // never asked for
	PageFailed      Reason = "page_failed"       // the server answered a page with an error
	PageUnreadable  Reason = "page_unreadable"   // a result that is no list, or is ambiguous
	PageUnexpected  Reason = "page_unexpected"   // a page behind the end of the chain
	ItemUnreadable  Reason = "item_unreadable"   // an item that is no strict JSON object
	CursorRepeated  Reason = "cursor_repeated"   // a cursor came back that was already asked for
	CursorNoString  Reason = "cursor_not_string" // nextCursor is neither string nor null
	CursorLeft      Reason = "cursor_left"       // pages ended with a cursor still open
	Changed         Reason = "changed_meanwhile" // list_changed kept arriving between pages
	TooManyPages    Reason = "too_many_pages"
	TooManyItems    Reason = "too_many_items"
	TooManyBytes    Reason = "too_many_bytes"
	TimedOut        Reason = "timed_out"
	ServerGone      Reason = "server_gone"   // the connection ended before the answer
	BareList        Reason = "bare_list"     // a list without its pages: nothing tells whether it is all
	FramesMissing   Reason = "frames_missed" // something that may have been the answer could not be read
	GivenByObserver Reason = "given"         // completeness stated by whoever handed the pages over
)
