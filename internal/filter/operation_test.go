package filter_test

import (
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/filter"
)

func TestOperationFilters(t *testing.T) {
	for _, tt := range []struct {
		judge    filter.Judge
		in, want string
	}{
		{
			filter.Band, `{"id":1,"reversibility":"reversible","scope":"local","trust":"trusted"}`,
			`{"id":1,"band":"auto","decided_by":"projection","why":"reversible and local and trusted","projection":{"band":"auto","axes":{"reversibility":"reversible","scope":"local","trust":"trusted"},"decided":["reversibility","scope","trust"],"assumed":[]},"declared_min_band":null,"rule_of_two":{"band":null,"mode":"strict","true":[]}}`,
		},
		{
			filter.Band, `{}`,
			`{"band":null,"decided_by":"undeclared","why":"neither axes nor a band is declared","projection":null,"declared_min_band":null,"rule_of_two":{"band":null,"mode":"strict","true":[]}}`,
		},
		{
			filter.Band, `{"declared":"soft-ack","scope":null,"run":{"untrusted_input":true,"sensitive":true},"mode":"meta"}`,
			`{"band":"soft-ack","at_least":true,"decided_by":"declared_min_band","why":"declared_min_band is soft-ack, which is no permission, and no axes are known","projection":null,"declared_min_band":"soft-ack","rule_of_two":{"band":"soft-ack","mode":"meta","true":["untrusted_input","sensitive"]}}`,
		},
		{
			filter.Band, `{"declared":"auto","run":{"untrusted_input":true,"state_or_external":true}}`,
			`{"band":"escalate","decided_by":"rule_of_two","why":"Rule of Two (strict): untrusted_input and state_or_external","projection":null,"declared_min_band":"auto","rule_of_two":{"band":"escalate","mode":"strict","true":["untrusted_input","state_or_external"]}}`,
		},
		{ // proved_read keeps the rule at soft-ack, and counts for nothing where the call communicates
			filter.Band, `{"run":{"untrusted_input":true,"sensitive":true,"proved_read":true},"declared":"auto"}`,
			`{"band":"soft-ack","at_least":true,"decided_by":"rule_of_two","why":"Rule of Two (strict): untrusted_input and sensitive","projection":null,"declared_min_band":"auto","rule_of_two":{"band":"soft-ack","mode":"strict","true":["untrusted_input","sensitive"]}}`,
		},
		{
			filter.Band, `{"run":{"untrusted_input":true,"sensitive":true,"state_or_external":true,"proved_read":true}}`,
			`{"band":"escalate","decided_by":"rule_of_two","why":"Rule of Two (strict): untrusted_input and sensitive and state_or_external","projection":null,"declared_min_band":null,"rule_of_two":{"band":"escalate","mode":"strict","true":["untrusted_input","sensitive","state_or_external"]}}`,
		},
		{
			filter.Band, `{"scope":"everywhere"}`,
			`{"error":{"code":"wrong_value","message":"found \"everywhere\", want one of local, shared-remote, external","offset":9,"pointer":"/scope"}}`,
		},
		{
			filter.Band, `{"scope":"` + strings.Repeat("x", 300) + `"}`,
			`{"error":{"code":"wrong_value","message":"found \"` + strings.Repeat("x", 200) + `…\", want one of local, shared-remote, external","offset":9,"pointer":"/scope"}}`,
		},
		{
			filter.Band, `{"declared":"never_allow"}`,
			`{"error":{"code":"wrong_value","message":"found \"never_allow\", want one of auto, soft-ack, escalate","offset":12,"pointer":"/declared"}}`,
		},
		{
			filter.Band, `{"mode":""}`,
			`{"error":{"code":"wrong_value","message":"found an empty string, want a word or null","offset":8,"pointer":"/mode"}}`,
		},
		{
			filter.Band, `{"run":{"sensitive":1}}`,
			`{"error":{"code":"wrong_value","message":"found number, want a boolean","offset":20,"pointer":"/run/sensitive"}}`,
		},
		{
			filter.Band, `{"run":{"tainted":true}}`,
			`{"error":{"code":"unknown_member","message":"found member \"tainted\" in a run, want only untrusted_input, sensitive, state_or_external, proved_read","offset":18,"pointer":"/run/tainted"}}`,
		},
		{
			filter.Band, `{"band":"auto"}`,
			`{"error":{"code":"unknown_member","message":"found member \"band\", want only id, reversibility, scope, trust, declared, run, mode","offset":8,"pointer":"/band"}}`,
		},

		{
			filter.URL, `{"url":"http://2130706433/x","intent":"read"}`,
			`{"class":"loopback","disguised":true,"host":"2130706433","address":"127.0.0.1","band":"escalate","reasons":[{"code":"loopback","band":"escalate","detail":"disguised loopback host: loopback address (RFC 1122)","span":{"start":7,"end":17}}]}`,
		},
		{
			filter.URL, `{"url":"http://169.254.169.254/"}`,
			`{"class":"metadata","disguised":false,"host":"169.254.169.254","address":"169.254.169.254","band":"deny","reasons":[{"code":"metadata","band":"deny","detail":"metadata service of AWS, Azure, GCP and others","span":{"start":7,"end":22}}]}`,
		},
		{
			filter.URL, `{"url":"https://example.com/"}`,
			`{"class":"external","disguised":false,"host":"example.com","band":"escalate","reasons":[{"code":"external","band":"escalate","detail":"public name","span":{"start":8,"end":19}}]}`,
		},
		{
			filter.URL, `{"url":"https://example.com/","intent":"look"}`,
			`{"error":{"code":"wrong_value","message":"found \"look\", want one of read, write, delete","offset":39,"pointer":"/intent"}}`,
		},
		{
			filter.URL, `{"intent":"read"}`,
			`{"error":{"code":"missing_member","message":"found no member \"url\"","offset":0,"pointer":""}}`,
		},
		{
			filter.URL, `{"url":null}`,
			`{"error":{"code":"wrong_value","message":"found null, want a string","offset":7,"pointer":"/url"}}`,
		},

		{
			filter.Path, `{"path":"../x","intent":"read","workspace":"/src/harbor","home":"/home/mo"}`,
			`{"class":"outside","resolved":"/src/x","notes":[".. was resolved lexically; links were not followed"],"band":"soft-ack","reasons":[{"code":"outside","band":"soft-ack","detail":"outside of workspace and home; .. was resolved lexically; links were not followed","span":{"start":0,"end":4}}]}`,
		},
		{
			filter.Path, `{"path":"/"}`,
			`{"class":"root","resolved":"/","band":"deny","reasons":[{"code":"root","band":"deny","detail":"a whole file system or home, or what holds one","span":{"start":0,"end":1}}]}`,
		},
		{
			filter.Path, `{"path":"a\u0000b","intent":"read"}`,
			`{"class":"invalid","band":"escalate","reasons":[{"code":"invalid","band":"escalate","detail":"NUL: some programs end the path there","span":{"start":1,"end":2}}]}`,
		},
	} {
		got, _ := run(t, tt.in+"\n", tt.judge)
		if got != tt.want+"\n" {
			t.Errorf("filter(%s) =\n%swant\n%s", tt.in, got, tt.want)
		}
	}
}
