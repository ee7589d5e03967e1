package sqlread_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"

	"github.com/mooring-mcp/mooring/internal/sqlread"
)

const sqliteSchema = `CREATE TABLE t(a, b, c, d, e, f, g, j, x, y, z, id, name); CREATE TABLE u(a, b, c, id);
CREATE TABLE users(id, name); CREATE TABLE orders(uid, d); CREATE INDEX i ON t(a); CREATE VIEW v AS SELECT * FROM t;
CREATE TABLE "drop"(a); INSERT INTO t(a, b, j) VALUES (1, 2, '{"a":1}'), (3, 4, '[]'); INSERT INTO users VALUES (1, 'x')`

// sqliteReads are the actions that a read may ask an authorizer for.
var sqliteReads = map[sqlite.AuthorizerActionCode]bool{
	sqlite.AuthSelect: true, sqlite.AuthRead: true, sqlite.AuthFunction: true, sqlite.AuthRecursive: true, sqlite.AuthPragma: true,
}

// TestSQLiteNeverWrites runs mutants that are proved in SQLite itself: its authorizer
// is asked for nothing but reads, and nothing is changed afterwards.
func TestSQLiteNeverWrites(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(t.Context(), sqliteSchema); err != nil {
		t.Fatal(err)
	}
	before := sqliteState(t, conn)
	var asked []string
	if err := conn.Raw(func(c any) error {
		return c.(sqlite.AuthorizerRegisterer).RegisterAuthorizer(func(action sqlite.AuthorizerActionCode, one, two, _, _ string) sqlite.AuthorizerReturnCode {
			if !sqliteReads[action] || action == sqlite.AuthFunction && two == "load_extension" {
				asked = append(asked, fmt.Sprintf("%v %s %s", action, one, two))
			}
			return sqlite.AuthorizerOK
		})
	}); err != nil {
		t.Fatal(err)
	}
	m := newMutator(t, sqlread.SQLite)
	ran, compiled := 0, 0
	for range rounds(100_000, 3_000_000) {
		text := m.next()
		if !sqlread.Classify(t.Context(), text, sqlread.SQLite).ReadOnly {
			continue
		}
		asked = asked[:0]
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		_, err := conn.ExecContext(ctx, text)
		cancel()
		if err == nil {
			ran++
		}
		if len(asked) > 0 && !strings.Contains(strings.ToLower(text), "explain") {
			t.Fatalf("%q is proved and asks for %q (%v)", text, asked, err)
		}
		if len(asked) > 0 || ran%100 == 0 {
			compiled++
			if after := sqliteState(t, conn); after != before {
				t.Fatalf("after %q: %s, before %s", text, after, before)
			}
		}
	}
	if ran < 500 {
		t.Errorf("only %d proved mutants ran", ran)
	}
	t.Logf("%d proved mutants ran", ran)
}

// sqliteState is everything that a write would change.
func sqliteState(t *testing.T, conn *sql.Conn) string {
	t.Helper()
	var state string
	if err := conn.QueryRowContext(t.Context(), `SELECT total_changes() || ' ' || (SELECT group_concat(sql) FROM sqlite_master) || ' ' ||
		(SELECT group_concat(name) FROM pragma_database_list) || (SELECT count(*) FROM sqlite_temp_master) || (SELECT user_version FROM pragma_user_version) ||
		(SELECT count(*) FROM t) || (SELECT foreign_keys FROM pragma_foreign_keys)`).Scan(&state); err != nil {
		t.Fatal(err)
	}
	return state
}
