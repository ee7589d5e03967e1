package oauth

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// deviceAnswer is RFC 8628 §3.2.
type deviceAnswer struct {
	DeviceCode              string  `json:"device_code"`
	UserCode                string  `json:"user_code"`
	VerificationURI         string  `json:"verification_uri"`
	VerificationURIComplete string  `json:"verification_uri_complete"`
	ExpiresIn               float64 `json:"expires_in"`
	Interval                float64 `json:"interval"`
}

// Bounds of what a server may say, in seconds.
const (
	deviceInterval    = 5.0 // RFC 8628 §3.2, when it does not say; and what slow_down adds, §3.5
	deviceMaxInterval = 60.0
	deviceMaxLife     = 1800.0
)

// device is the device authorization flow.
func (l *login) device(ctx context.Context) (Record, error) {
	if l.as.DeviceAuthorizationEndpoint == "" {
		return Record{}, usagef("authorization server %q has no device_authorization_endpoint", l.as.Issuer).hint("log in without --device")
	}
	rec, err := l.identified(ctx, "http://127.0.0.1"+callbackPath)
	if err != nil {
		return Record{}, err
	}
	answer, err := l.askDevice(ctx, rec)
	if err != nil {
		return Record{}, err
	}
	target := answer.VerificationURI
	if answer.VerificationURIComplete != "" {
		target = answer.VerificationURIComplete
	}
	l.visit(ctx, target, answer.UserCode)
	return l.poll(ctx, rec, answer)
}

// askDevice gets the codes, the client authenticated as at the token endpoint (RFC 8628 §3.1).
func (l *login) askDevice(ctx context.Context, rec Record) (deviceAnswer, error) {
	const what = "device authorization"
	u, err := endpoint("device_authorization_endpoint", l.as.DeviceAuthorizationEndpoint, l.server)
	if err != nil {
		return deviceAnswer{}, err
	}
	params := scopeParam(rec.Scopes)
	params.Set("resource", rec.Resource)
	a, err := l.client.postForm(ctx, what, u, rec, params)
	if err != nil {
		return deviceAnswer{}, err
	}
	if a.status != http.StatusOK {
		return deviceAnswer{}, deniedf("%s at %q is refused with status %d%s", what, shown(u), a.status, faultOf(a))
	}
	var out deviceAnswer
	if err := a.decode(what, u, &out); err != nil {
		return deviceAnswer{}, err
	}
	if out.DeviceCode == "" || out.UserCode == "" {
		return deviceAnswer{}, invalidf("%s at %q: the answer has no device_code or no user_code", what, shown(u))
	}
	for _, page := range []struct{ name, url string }{{"verification_uri", out.VerificationURI}, {"verification_uri_complete", out.VerificationURIComplete}} {
		if page.url == "" && page.name != "verification_uri" {
			continue
		}
		if _, err := endpoint(page.name, page.url, l.server); err != nil {
			return deviceAnswer{}, err
		}
	}
	return out, nil
}

// postForm sends a form of a client to an endpoint other than that for tokens.
func (c *Client) postForm(ctx context.Context, what string, u *url.URL, rec Record, params url.Values) (answer, error) {
	config, err := c.endpointConfig(rec, params)
	if err != nil {
		return answer{}, err
	}
	form := config.EndpointParams
	basic := rec.AuthMethod == authBasic
	if !basic {
		form.Set("client_id", config.ClientID)
	}
	if rec.AuthMethod == authPost {
		form.Set("client_secret", config.ClientSecret)
	}
	req, err := formRequest(what, u, form)
	if err != nil {
		return answer{}, err
	}
	if basic {
		req.SetBasicAuth(url.QueryEscape(config.ClientID), url.QueryEscape(config.ClientSecret))
	}
	return c.do(ctx, what, req)
}

// faultOf is a server's code in an error answer, as the rest of a sentence. Its description is left out.
func faultOf(a answer) string {
	var said fault
	if json.Unmarshal(a.body, &said) != nil || said.Code == "" {
		return ""
	}
	return ": " + quoteServer(said.Code, "", nil)
}

// poll asks for the token until there is one, the server ends it, or the code's life is over (RFC 8628 §3.4, §3.5). An
// answer that does not come doubles the interval.
func (l *login) poll(ctx context.Context, rec Record, answer deviceAnswer) (Record, error) {
	life := clamp(answer.ExpiresIn, deviceMaxLife, deviceMaxLife)
	wait := clamp(answer.Interval, deviceInterval, deviceMaxInterval)
	var waited float64
	for {
		timer := time.NewTimer(time.Duration(wait * float64(time.Second)))
		select {
		case <-ctx.Done():
			timer.Stop()
			return Record{}, &Error{Kind: Unreachable, Text: "waiting for the login on the other device", Err: ctx.Err()}
		case <-timer.C:
		}
		if waited += wait; waited > life {
			return Record{}, expired(life)
		}
		got, err := l.client.grant(ctx, rec, grantDevice, url.Values{"device_code": {answer.DeviceCode}})
		if err == nil {
			return got, nil
		}
		switch refusalCode(err) {
		case "authorization_pending":
		case "slow_down":
			wait = min(wait+deviceInterval, deviceMaxInterval)
			l.request.tell(Step{Kind: Wait, Text: fmt.Sprintf("the server wants to be asked less often: every %.0f s", wait)})
		case "expired_token":
			return Record{}, expired(life)
		case "access_denied":
			return Record{}, deniedf("authorization server %q gives no access: the login was refused on the other device", rec.Issuer)
		default:
			if !unreachable(err) || ctx.Err() != nil {
				return Record{}, err
			}
			wait = min(2*wait, deviceMaxInterval)
			l.request.tell(Step{Kind: Wait, Text: "no answer; asking again"})
		}
	}
}

func expired(life float64) *Error {
	return deniedf("nobody typed the code within its %.0f s", life).hint("log in again for a new code")
}

// clamp is a number of seconds between 1 and most, missing when the server gave none.
func clamp(seconds, missing, most float64) float64 {
	if !(seconds > 0) {
		seconds = missing
	}
	return min(max(seconds, 1), most)
}
