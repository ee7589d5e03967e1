package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/mooring-mcp/mooring/internal/clientconfig"
	"github.com/mooring-mcp/mooring/internal/oauth"
	"github.com/mooring-mcp/mooring/internal/visible"
)

// loginFlags are the flags of login.
type loginFlags struct {
	device            bool
	clientCredentials bool
	clientID          string
	secretEnv         string
	keyEnv            string
	scopes            []string
	store             string
	noBrowser         bool
	port              int
	timeout           time.Duration
}

func (a *app) login() *cobra.Command {
	var flags loginFlags
	cmd := &cobra.Command{
		Use: "login [flags] SERVER", Short: "Log in to a protected remote server", GroupID: groupStart,
		Long: `Get a token for a remote server that is protected by OAuth 2.1, and store it for
the commands that observe the server. SERVER is its URL, or the name that the
configuration of a client has for it.

Without a flag you log in with a browser, which brings its answer to a port of
127.0.0.1. --device shows a code to type on another device. --client-credentials
logs in as a program, for CI.

Secrets are given by the name of the variable that holds them. Tokens are kept
in an encrypted file, whose key is in the keychain of the operating system or,
where there is none, in a file that only you can read.

Exit status: 0 logged in; 2 what was asked for cannot work as it was asked;
3 not logged in: unreachable, refused, not answered in time, or a server whose
answers break a rule.`,
		Example: example(
			"mooring login https://mcp.example.com/mcp",
			"mooring login --device https://mcp.example.com/mcp",
			"mooring login --client-credentials --client-id ci --client-secret-env CI_SECRET https://mcp.example.com/mcp",
		),
		Args: oneServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			request, err := a.loginRequest(&flags, args[0])
			if err != nil {
				return err
			}
			client, err := a.oauthClient(flags.store)
			if err != nil {
				return err
			}
			return a.runLogin(cmd.Context(), client, request, flags.timeout)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&flags.device, "device", false, "log in on another device, with a code")
	f.BoolVar(&flags.clientCredentials, "client-credentials", false, "log in as a program; wants --client-id")
	f.StringVar(&flags.clientID, "client-id", "", "client that is registered beforehand, or the https URL of a client-id metadata document")
	f.StringVar(&flags.secretEnv, "client-secret-env", "", "name of the variable with the client's secret")
	f.StringVar(&flags.keyEnv, "client-key-env", "", "name of the variable with the client's private key, in PEM")
	f.StringSliceVar(&flags.scopes, "scope", nil, "scope to ask for (may be repeated; default what the server wants)")
	f.StringVar(&flags.store, "store", "auto", "where the key of the stored tokens is: auto, keychain or file")
	f.BoolVar(&flags.noBrowser, "no-browser", false, "only print the page to open")
	f.IntVar(&flags.port, "callback-port", 0, "port of 127.0.0.1 for the browser's answer (default any free one)")
	f.DurationVar(&flags.timeout, "timeout", 10*time.Minute, "how long the login may take")
	return cmd
}

func oneServer(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef(cmd.CommandPath()+" --help", "found %d arguments, want one server", len(args))
	}
	return nil
}

// loginRequest reads the flags and the server.
func (a *app) loginRequest(flags *loginFlags, arg string) (oauth.Request, error) {
	server, err := a.serverURL(arg)
	if err != nil {
		return oauth.Request{}, err
	}
	request := oauth.Request{Server: server, CallbackPort: flags.port, Identity: identityOf(flags)}
	for _, scope := range flags.scopes {
		request.Scopes = append(request.Scopes, strings.Fields(scope)...)
	}
	switch {
	case flags.device && flags.clientCredentials:
		return request, usagef("", "found --device and --client-credentials, want at most one of them")
	case flags.clientCredentials && flags.clientID == "":
		return request, usagef("", "--client-credentials wants --client-id")
	case flags.clientID == "" && flags.secretEnv+flags.keyEnv != "":
		return request, usagef("", "--client-secret-env and --client-key-env want --client-id")
	case flags.secretEnv != "" && flags.keyEnv != "":
		return request, usagef("", "found --client-secret-env and --client-key-env, want at most one of them")
	case flags.port < 0 || flags.port > 65535:
		return request, usagef("", "--callback-port is %d, want 0 to 65535", flags.port)
	case flags.timeout <= 0:
		return request, usagef("", "--timeout is %s, want more than 0", flags.timeout)
	case flags.device:
		request.Flow = oauth.Device
	case flags.clientCredentials:
		request.Flow = oauth.ClientCredentials
	}
	for _, name := range []string{flags.secretEnv, flags.keyEnv} {
		if _, set := a.lookup(name); name != "" && !set {
			return request, unsetSecret(name)
		}
	}
	if !flags.noBrowser && isTerminal(a.io.Stderr) {
		request.Open = openBrowser
	}
	return request, nil
}

// unsetSecret does not repeat what may be a secret that was given in the place of a name.
func unsetSecret(name string) error {
	if strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return usagef("put the secret into a variable and give its name", "the flag for a secret takes the name of a variable, in capitals, and that variable is not set")
	}
	return usagef("", "the variable %s is not set", name)
}

// identityOf tells a client that is registered beforehand from a metadata document: a client_id that is an https URL
// with a path is one.
func identityOf(flags *loginFlags) oauth.Identity {
	id := oauth.Identity{ID: flags.clientID, SecretEnv: flags.secretEnv, KeyEnv: flags.keyEnv}
	if u, err := url.Parse(flags.clientID); err == nil && u.Scheme == "https" && strings.Trim(u.Path, "/") != "" && id.SecretEnv == "" {
		id.ID, id.MetadataURL = "", flags.clientID
	}
	return id
}

// serverURL is the URL of a server that is named by it, or by a client's
// configuration.
func (a *app) serverURL(arg string) (string, error) {
	if !strings.Contains(arg, "://") {
		m, err := clientconfig.Named(clientconfig.Find(a.clientEnv()), arg)
		if err != nil || m.Server.URL == "" {
			return "", usagef("name its URL, as in: https://mcp.example.com/mcp", "no configuration of a client names a remote server %q", arg)
		}
		arg = m.Server.URL
	}
	u, err := oauth.ParseServer(arg)
	if err != nil {
		return "", oauthError(err)
	}
	return u.String(), nil
}

// oauthClient is the client over the stored logins. store is auto, keychain or file.
func (a *app) oauthClient(store string) (*oauth.Client, error) {
	places := map[string]oauth.Where{"auto": oauth.Auto, "keychain": oauth.InKeychain, "file": oauth.InFile}
	where, ok := places[store]
	if !ok {
		return nil, oneOf("--store", store, "auto", "keychain", "file")
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return nil, usagef("set HOME", "there is no folder for the stored logins: %v", err)
	}
	return &oauth.Client{
		HTTP:  oauth.NewHTTPClient(http.ProxyFromEnvironment),
		Store: oauth.OpenStore(filepath.Join(dir, "mooring", "logins"), where, nil),
		Now:   time.Now, Lookup: a.lookup, Version: buildVersion(),
	}, nil
}

func (a *app) runLogin(ctx context.Context, client *oauth.Client, request oauth.Request, timeout time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	steps := a.newSteps()
	request.Tell = steps.tell
	rec, err := client.Login(limited, request)
	steps.stop()
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return &exitError{status: statusUnknown, err: fmt.Errorf("not logged in within %s", timeout), hint: "raise --timeout"}
	}
	if err != nil {
		return oauthError(err)
	}
	if place := oauth.PlaceOf(ctx, client.Store, rec.Key()); place != "" {
		fmt.Fprintf(a.io.Stderr, "stored in %s\n", visible.Text(place))
	}
	fmt.Fprintf(a.io.Stdout, "logged in: %s: %s\n", visible.Text(rec.Server), visible.Text(lifeOf(rec)))
	return nil
}

// lifeOf says what was granted and for how long.
func lifeOf(rec oauth.Record) string {
	scopes := "no scopes"
	if len(rec.Scopes) > 0 {
		scopes = "scopes " + strings.Join(rec.Scopes, " ")
	}
	switch {
	case rec.RefreshToken != "" || rec.Flow == oauth.ClientCredentials:
		return scopes + ", renewed by itself"
	case rec.Expiry.IsZero():
		return scopes + ", for as long as the server takes it"
	}
	return scopes + ", until " + rec.Expiry.UTC().Format(time.RFC3339)
}

// oauthError gives an error of the package its exit status and hint.
func oauthError(err error) error {
	exit := &exitError{status: statusUnknown, err: err}
	if e := (*oauth.Error)(nil); errors.As(err, &e) {
		exit.hint = e.Hint
		if e.Kind == oauth.Usage || e.Kind == oauth.Damaged {
			exit.status = statusUsage
		}
	}
	if e := (*oauth.LoginNeededError)(nil); errors.As(err, &e) {
		exit.hint = e.Command()
	}
	return exit
}

// openBrowser starts the browser of the system and does not wait for it.
func openBrowser(ctx context.Context, page string) error {
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows": // no shell in between, which would read the "&" of the URL
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	cmd := exec.CommandContext(context.WithoutCancel(ctx), name, args...) // it outlives the login
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }() // ends with the opener, and leaves no zombie
	return nil
}
