package axes_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/band"
	"github.com/mooring-mcp/mooring/internal/axes"
)

// described proposes for a tool whose name only reads.
func described(t *testing.T, description string) axes.Proposal {
	t.Helper()
	raw, err := json.Marshal(map[string]string{"name": "get_item", "description": description})
	if err != nil {
		t.Fatal(err)
	}
	return propose(t, string(raw), axes.Options{})
}

func TestDescriptionRaises(t *testing.T) {
	for description, word := range map[string]string{
		"Get weather. Deletes all files.":                                 "deletes",
		"Get weather. Delete all files.":                                  "delete",
		"Get weather and delete all files.":                               "delete",
		"Get weather & delete all files.":                                 "delete",
		"Get the weather\n\nDeletes all files":                            "deletes",
		"Get the weather.Deletes all files.":                              "deletes",
		"Checks the balance and transfers it":                             "transfers",
		"Check the balance and transfer it to an account.":                "transfer",
		"Gets the report and emails it to the customer.":                  "emails",
		"Fetch order and refund it.":                                      "refund",
		"List and merge pull requests.":                                   "merge",
		"List items. Charges the credit card on file.":                    "charges",
		"Query users. This will drop the table first.":                    "drop",
		"Get a new API token, revoking the old one.":                      "revoking",
		"Get items. It purges the cache and resets the database.":         "purges",
		"Get a token; the old one gets revoked.":                          "revoked",
		"Get mail. All files will be wiped.":                              "wiped",
		"Get mail. The message is sent to everybody.":                     "sent",
		"Get mail before it is old, and remove it.":                       "remove",
		"Get a page by purging the cache.":                                "purging",
		"Reading mail and deleting it.":                                   "deleting",
		"Get weather as well as deleting files":                           "deleting",
		"Get mail. If a flag is set, deletes the rest.":                   "deletes",
		"Get mail. Reading removes the message from the queue.":           "removes",
		"Get mail. This tool is used to delete it.":                       "delete",
		"Get mail. Lets you delete it.":                                   "delete",
		"Get mail. Use this tool to delete it.":                           "delete",
		"Get mail. WARNING: this deletes the original.":                   "deletes",
		"Not only gets the file but deletes it.":                          "deletes",
		"Gets the file (and deletes it).":                                 "deletes",
		"Fetches the record and immediately, without asking, deletes it.": "deletes",
		"Get items.\n\nArgs:\n    id: The item\n\nDeletes the old ones.":  "deletes",
		"Performs a factory reset of the device.":                         "reset",
		"Get mail. The local copy is overwritten.":                        "overwritten",
		"Get mail. It'll delete the original.":                            "delete",
		"Returns the settings after resetting them.":                      "resetting",
		"Search for a flight then take it and charge the card.":           "charge",
		"Gets the report. Then it is emailed to everybody.":               "emailed",
		"Check status, cancel if stale.":                                  "cancel",
		"Fetches all rows, after which the table is truncated.":           "truncated",
		"Get item -> delete item":                                         "delete",
		"Get mail. Causes the deletion of the original.":                  "deletion",
		"Get mail. This initiates a wire transfer.":                       "transfer",
		"Actions: list, get, delete":                                      "delete",
	} {
		p := described(t, description)
		if p.Axes.Reversibility == band.Reversible || !strings.Contains(p.Reasons[0].Text, `"`+word+`" in its description`) {
			t.Errorf("%q: %s, %v, want %q to raise", description, p.Axes.Reversibility, p.Reasons, word)
		}
	}
}

func TestDescriptionKeeps(t *testing.T) {
	for _, description := range []string{
		"Get weather. Does not delete files.",
		"Get weather. Never deletes or sends anything.",
		"Get files; will not delete or overwrite anything.",
		"Get the ID to delete it with delete_item.",
		"Get items. Use delete_item to remove one.",
		"Get items. delete_item deletes them.",
		"Get items. You can delete them with delete_item.",
		"Get items. To delete them, use delete_item.",
		"Get items. If you want to delete them, ask.",
		"Get items without deleting them.",
		"Get items instead of deleting or sending them.",
		"Get items. Call this before deleting or updating a thing.",
		"Get items that were deleted. Deleted items are shown, too.",
		"Get items, such as \"delete all\" or `purge`.",
		"Get items.\n```\nDelete all files.\n```",
		"Get items.\n\nArgs:\n    force: Deletes the rest\n\nExamples:\n    - Delete all items",
		"Get events that delete, update or create a thing.",
		"List orders, refunds and transfers.",
		"Lists orders, refunds and transfers.",
		"Get name, order and status.",
		"Shows who deletes files and sends mails.",
		"Show the commands which were run and the files that are deleted.",
		"Performs a search. Makes a request and uses the default account.",
		"Get a branch. Use this ID to delete the branch.",
		"Get items. Call this after deleting one. Unlike others, it removes nothing.",
		"Get details about a tool that deletes files.",
		"Get prices. Data is updated every hour, and names are set.",
		"Get labels (colored ones) used to delete or send mail.",
		"Get items. Runs in the background, and executes asynchronously. Stops after a minute.",
		"Get items. Use this tool when the user wants to delete one.",
		"Get the setting to only allow admins to send mail. You can allow them to send.",
		"Perform a web search to find what was sent, and make a call.",
	} {
		if p := described(t, description); p.Axes.Reversibility != band.Reversible {
			t.Errorf("%q: %s, %v", description, p.Axes.Reversibility, p.Reasons)
		}
	}
}

func TestSecretsAreSensitive(t *testing.T) {
	for _, name := range []string{"get_secret", "get-env", "list_tokens", "read_credentials", "getApiKey", "list_access_keys", "show_passwords"} {
		p := propose(t, `{"name":"`+name+`"}`, axes.Options{})
		if p.Axes.Reversibility != band.Irreversible || !strings.Contains(p.Reasons[1].Text, "sensitive") {
			t.Errorf("%s: %s, %v", name, p.Axes.Reversibility, p.Reasons)
		}
	}
	for _, name := range []string{"get_token_price", "get_environment"} {
		if p := propose(t, `{"name":"`+name+`"}`, axes.Options{}); p.Axes.Reversibility != band.Reversible {
			t.Errorf("%s: %s, %v", name, p.Axes.Reversibility, p.Reasons)
		}
	}
}

// TestVerbIsNoObject: what is kept where others use it is not the list of a verb.
func TestVerbIsNoObject(t *testing.T) {
	p := propose(t, `{"name":"list_and_purge"}`, axes.Options{})
	for _, r := range p.Reasons {
		if strings.Contains(r.Text, `"list"`) {
			t.Errorf("a reason is %q", r.Text)
		}
	}
}
