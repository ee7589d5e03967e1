//go:build unix

package sqlread_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/mooring-mcp/mooring/internal/sqlread"
	"github.com/mooring-mcp/mooring/internal/sqlread/sqltest"
)

const mariadbSchema = `CREATE DATABASE d//
USE d//
CREATE TABLE t(a int, b int, c int, d int, e int, id int, name text, x int, j text, FULLTEXT(name))//
CREATE TABLE u(a int, b int, id int)//
CREATE TABLE users(id int, name text, updated_at int)//
CREATE TABLE orders(uid int, d date)//
CREATE SEQUENCE s//
CREATE FUNCTION fn(v int) RETURNS int DETERMINISTIC BEGIN INSERT INTO u(a) VALUES (v); RETURN 1; END//
INSERT INTO t(a, b) VALUES (1, 2), (3, 4)//
SET max_statement_time = 0.5//
`

// explains finds what EXPLAIN may begin with.
var explains = regexp.MustCompile(`(?i)\b(explain|desc|describe)\b`)

// TestMariaDBReads runs mutants that are proved in MariaDB itself, in transactions
// that are READ ONLY: none is refused there, and neither tables nor the session have
// changed afterwards.
func TestMariaDBReads(t *testing.T) {
	server, err := sqltest.MariaDB(t.Context())
	if errors.Is(err, sqltest.ErrMissing) {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "mariadb") {
			t.Fatalf("MOORING_REQUIRE wants mariadb: %v", err)
		}
		t.Skipf("no MariaDB: %v; install mariadb-server-core and mariadb-client-core", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	}()
	m := newMutator(t, sqlread.MySQL)
	proved := 0
	var script strings.Builder
	script.WriteString("delimiter //\n" + mariadbSchema)
	for range rounds(20_000, 500_000) {
		text := m.next()
		if strings.Contains(text, "//") || strings.Contains(strings.ToLower(text), "delimiter") || !sqlread.Classify(t.Context(), text, sqlread.MySQL).ReadOnly {
			continue
		}
		proved++
		mode := "ONLY"
		if explains.MatchString(text) { // of a write, which is refused by its name although it does not run
			mode = "WRITE"
		}
		fmt.Fprintf(&script, "ROLLBACK//\nSET SESSION TRANSACTION READ %s//\n%s\n//\n", mode, text)
	}
	script.WriteString("SELECT CONCAT_WS(' ', 'afterwards', (SELECT count(*) FROM d.t), (SELECT count(*) FROM d.u), " +
		"(SELECT next_not_cached_value FROM d.s), @@sql_mode = @@global.sql_mode, @@in_transaction, @x IS NULL, @a IS NULL, DATABASE())//\n")
	out, problems, _ := server.Client(t.Context(), script.String())
	failed, before := 0, ""
	for problem := range strings.SplitSeq(problems, "\nERROR ") {
		failed++
		if strings.HasPrefix(problem, "1792 ") || strings.Contains(problem, "(25006)") {
			t.Errorf("a proved statement is refused: %s\n%s", before, problem)
		}
		before = problem[max(0, len(problem)-500):] // the client writes a statement before its error
	}
	if want := "afterwards 2 0 1 1 0 1 1 d\n"; !strings.HasSuffix(out, want) {
		t.Errorf("the output ends with %q, want %q; %s", out[max(0, len(out)-300):], want, problems[max(0, len(problems)-300):])
	}
	if ran := proved - failed; ran < 200 {
		t.Errorf("only %d of %d proved mutants ran: %s", ran, proved, problems[:min(len(problems), 2000)])
	} else {
		t.Logf("%d of %d proved mutants ran", ran, proved)
	}
}
