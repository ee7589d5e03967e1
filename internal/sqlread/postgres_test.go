//go:build unix

package sqlread_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/mooring-mcp/mooring/internal/sqlread"
	"github.com/mooring-mcp/mooring/internal/sqlread/sqltest"
)

const postgresSchema = `CREATE TABLE t(a int, b int, c int, d int, id int, name text, x int, data jsonb, tags text[], ts timestamptz);
CREATE TABLE u(a int, b int, id int); CREATE TABLE users(id int, name text, created_at timestamptz); CREATE TABLE orders(id int, total int);
INSERT INTO t(a, b, id, name) VALUES (1, 2, 3, 'x'), (4, 5, 6, 'y'); CREATE SEQUENCE s; CREATE VIEW v AS SELECT * FROM t;
CREATE FUNCTION my_refund(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO u VALUES ($1); RETURN 1; END';
CREATE FUNCTION lo_unlink(text) RETURNS int LANGUAGE sql AS 'SELECT my_refund(1)'`

// postgres is a server with a connection, or the test skips.
func postgres(t *testing.T, onNotice pgconn.NoticeHandler) *pgconn.PgConn {
	t.Helper()
	server, err := sqltest.Postgres(t.Context())
	if errors.Is(err, sqltest.ErrMissing) {
		if slices.Contains(strings.Split(os.Getenv("MOORING_REQUIRE"), ","), "postgresql") {
			t.Fatalf("MOORING_REQUIRE wants postgresql: %v", err)
		}
		t.Skipf("no PostgreSQL: %v; install postgresql", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	config, err := pgconn.ParseConfig(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	config.OnNotice = onNotice
	conn, err := pgconn.ConnectConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// column is the first column of a query's result.
func column(t *testing.T, conn *pgconn.PgConn, query string) []string {
	t.Helper()
	results, err := conn.Exec(t.Context(), query).ReadAll()
	if err != nil {
		t.Fatal(query, err)
	}
	var all []string
	for _, row := range results[len(results)-1].Rows {
		all = append(all, string(row[0]))
	}
	return all
}

// called finds in an analyzed tree the functions that are called by name: not casts,
// which have the formats 1 and 2.
var called = regexp.MustCompile(`:(?:aggfnoid|winfnoid) (\d+)|:funcid (\d+) [^{}]*?:funcformat [03]`)

// TestPostgresReads runs mutants that are proved in PostgreSQL itself, in a
// transaction that is READ ONLY: none is refused there, none gets a transaction id,
// and the server's own analysis finds no function that is not on the list.
func TestPostgresReads(t *testing.T) {
	var trees []string
	conn := postgres(t, func(_ *pgconn.PgConn, n *pgconn.Notice) {
		if strings.HasPrefix(n.Message, "parse tree") {
			trees = append(trees, n.Detail)
		}
	})
	column(t, conn, postgresSchema)
	names := functionNames(t, conn)
	column(t, conn, "SET client_min_messages = log; SET debug_print_parse = on; SET debug_pretty_print = off; SET statement_timeout = 500")
	m := newMutator(t, sqlread.Postgres)
	ran, calls := 0, 0
	start := time.Now()
	for range rounds(10_000, 400_000) {
		text := m.next()
		if !sqlread.Classify(t.Context(), text, sqlread.Postgres).ReadOnly || strings.Contains(strings.ToLower(text), "copy") {
			continue // COPY TO STDOUT is another state of the protocol
		}
		begins := strings.Contains(strings.ToLower(text), "read only")
		if !begins {
			column(t, conn, "BEGIN READ ONLY")
		}
		trees = trees[:0]
		_, err := conn.Exec(t.Context(), text).ReadAll()
		var refused *pgconn.PgError
		switch {
		case err == nil:
			ran++
			if id := column(t, conn, "SELECT coalesce(pg_current_xact_id_if_assigned()::text, '')"); id[0] != "" {
				t.Fatalf("%q is proved and gets transaction %s", text, id[0])
			}
		case !errors.As(err, &refused):
			t.Fatalf("%q: %v", text, err)
		case refused.Code == "25006":
			t.Fatalf("%q is proved and %v", text, err)
		}
		for _, tree := range trees {
			for _, oid := range called.FindAllStringSubmatch(tree, -1) {
				calls++
				name := names[oid[1]+oid[2]]
				if strings.HasPrefix(name, "information_schema.") {
					continue // called by the server's own views
				}
				if !postgresList(t)[name] {
					t.Fatalf("%q is proved and calls %q", text, name)
				}
			}
		}
		column(t, conn, "ROLLBACK")
	}
	if ran < 200 || calls < 200 {
		t.Errorf("only %d proved mutants ran, with %d calls", ran, calls)
	}
	if got := column(t, conn, "SELECT (SELECT count(*) FROM t) || ' ' || (SELECT count(*) FROM u) || ' ' || (SELECT is_called FROM s)"); got[0] != "2 0 false" {
		t.Errorf("afterwards: %q", got)
	}
	t.Logf("%d proved mutants ran, with %d calls, in %v", ran, calls, time.Since(start).Round(time.Second))
}

// functionNames are the names of the server's functions by oid, with the schema of
// those that are not its own.
func functionNames(t *testing.T, conn *pgconn.PgConn) map[string]string {
	t.Helper()
	names := map[string]string{}
	for _, line := range column(t, conn, `SELECT oid || ' ' || CASE WHEN pronamespace = 'pg_catalog'::regnamespace THEN '' ELSE pronamespace::regnamespace || '.' END || proname FROM pg_proc`) {
		oid, name, _ := strings.Cut(line, " ")
		names[oid] = name
	}
	return names
}

// postgresList are the names of functions/postgres.txt, postgres-later.txt and postgres-extensions.txt.
func postgresList(t *testing.T) map[string]bool {
	t.Helper()
	if listed != nil {
		return listed
	}
	listed = map[string]bool{}
	for _, file := range []string{"functions/postgres.txt", "functions/postgres-later.txt", "functions/postgres-extensions.txt"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "#")
			for name := range strings.FieldsSeq(line) {
				listed[name] = true
			}
		}
	}
	return listed
}

var listed map[string]bool

// TestPostgresFunctions compares the list with the server at hand: a name on it is of
// no function that is volatile, but for the harmless ones.
func TestPostgresFunctions(t *testing.T) {
	conn := postgres(t, nil)
	harmless, err := os.ReadFile("_gen/harmless.txt")
	if err != nil {
		t.Fatal(err)
	}
	major, err := strconv.Atoi(column(t, conn, "SELECT current_setting('server_version_num')::int / 10000")[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range column(t, conn, "SELECT DISTINCT proname FROM pg_proc WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace") {
		random := slices.Contains([]string{"array_sample", "array_shuffle", "random_normal", "uuidv4", "uuidv7"}, name)
		if postgresList(t)[name] && !random && !strings.Contains(string(harmless), "\n"+name+" ") {
			t.Errorf("%s is volatile in PostgreSQL %d", name, major)
		}
	}
}
