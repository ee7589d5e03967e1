package observe

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/mooring-mcp/mooring/internal/wire"
	"github.com/mooring-mcp/mooring/surface"
)

// Stdio says how to start a server.
type Stdio struct {
	Command string   // a path, or a name that is looked up in the PATH the server gets
	Args    []string // without the command
	Dir     string   // working directory; "" for ours
	Env     []string // NAME=value, set on top of the allow-listed variables
}

// Header is one header that is sent to a remote server. Its value is a secret: it
// is in no error, no hazard and no launch.
type Header struct{ Name, Value string }

// Options of [Observe]. A zero field takes its default.
type Options struct {
	ID     string // name of the server in our configuration
	Server Stdio  // how to start it; unset for a remote server

	URL     string   // of a remote server, http or https; "" for one that is started
	Headers []Header // sent to the origin of URL; those of the protocol itself keep the protocol's values

	// Authorize gives the value of the Authorization header, unless Headers has
	// one. It is called with nil before the first request, when "" stands for none,
	// and with the response when that is 401 or 403, at most once in an observation
	// and never twice at a time. The body of the response is cut at 64 KiB. The
	// value is sent to the origin of URL alone.
	Authorize func(ctx context.Context, challenge *http.Response) (authorization string, err error)

	// Proxy chooses the proxy for a request, such as http.ProxyFromEnvironment.
	// Without it there is none, whatever the environment says.
	Proxy func(*http.Request) (*url.URL, error)

	ClientName      string   // clientInfo.name that is sent; default "mooring"
	ClientVersion   string   // clientInfo.version that is sent; default "dev"
	Capabilities    string   // client capabilities that are sent, a JSON object; default "{}"
	ProtocolVersion string   // revision that is asked for, and with it its era; default the newest of the era
	Environ         []string // our environment as NAME=value, of which the allow-listed variables are passed on

	// Era is one of [EraAuto], the default, [EraLegacy] and [EraModern]. With auto,
	// KnownEra may name the era that is tried first, and LearnEra is told which it
	// was, if KnownEra did not say so. The key stands for the launch and holds no
	// secret. Either may be nil.
	Era      string
	KnownEra func(key string) (era string, ok bool)
	LearnEra func(key, era string)

	StartTimeout   time.Duration // from the start to the answer to initialize; default 60 s
	RequestTimeout time.Duration // for one page of a listing; default 30 s
	TotalTimeout   time.Duration // for the whole observation but the server's shutdown; default 2 min

	Limits  surface.Limits // of each listing
	MaxLine int            // of a line on stdout, or of an HTTP response without its compression, in bytes; default wire.MaxLine, 64 MiB

	// Ended is told, before Observe returns a surface, when the server went away
	// while it was being asked. How it ended is not part of the surface, which
	// says only that the listing was cut.
	Ended func(Ending)
}

func (o Options) withDefaults() Options {
	if o.ClientName == "" {
		o.ClientName = "mooring"
	}
	if o.ClientVersion == "" {
		o.ClientVersion = "dev"
	}
	if o.Capabilities == "" {
		o.Capabilities = "{}"
	}
	if o.Era == "" {
		o.Era = EraAuto
	}
	if o.StartTimeout == 0 {
		o.StartTimeout = time.Minute
	}
	if o.RequestTimeout == 0 {
		o.RequestTimeout = 30 * time.Second
	}
	if o.TotalTimeout == 0 {
		o.TotalTimeout = 2 * time.Minute
	}
	if o.MaxLine == 0 {
		o.MaxLine = wire.MaxLine
	}
	return o
}
