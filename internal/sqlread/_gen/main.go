// Program _gen writes functions/postgres.txt: the functions of PostgreSQL that a
// statement may call and still be read-only, from pg_proc of the server that is
// installed. "go generate ./internal/sqlread" runs it.
//
// A name is on the list if every function of that name is immutable or stable, can be
// called from SQL and is not dangerous all the same; and if it is volatile but
// harmless. dangerous.txt and harmless.txt hold those, each with its reason.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/mooring-mcp/mooring/internal/sqlread/sqltest"
)

//go:embed dangerous.txt
var dangerous string

//go:embed harmless.txt
var harmless string

const quiet = `SELECT proname FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
GROUP BY proname
HAVING bool_and(provolatile IN ('i', 's') AND prokind <> 'p'
	AND prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype, 'language_handler'::regtype, 'fdw_handler'::regtype, 'index_am_handler'::regtype, 'table_am_handler'::regtype, 'tsm_handler'::regtype)
	AND NOT 'internal'::regtype = ANY (proargtypes::oid[]))
ORDER BY proname`

func main() {
	if err := run(context.Background(), "functions/postgres.txt"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, path string) error {
	server, err := sqltest.Postgres(ctx)
	if err != nil {
		return err
	}
	defer server.Stop()
	conn, err := pgconn.Connect(ctx, server.Address)
	if err != nil {
		return err
	}
	names, err := column(ctx, conn, quiet)
	if err != nil {
		return err
	}
	version, err := column(ctx, conn, "SHOW server_version")
	if err != nil {
		return err
	}
	all, err := column(ctx, conn, "SELECT DISTINCT proname FROM pg_catalog.pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace")
	if err != nil {
		return err
	}
	bad, good := listed(dangerous), listed(harmless)
	if unknown := slices.DeleteFunc(slices.Concat(bad, good), func(n string) bool { return slices.Contains(all, n) }); len(unknown) > 0 {
		return fmt.Errorf("no functions of PostgreSQL %s: %q", version[0], unknown)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return slices.Contains(bad, n) })
	names = append(names, good...)
	slices.Sort(names)
	names = slices.Compact(names)
	var out bytes.Buffer
	fmt.Fprintf(&out, "# From pg_proc of PostgreSQL %s by _gen; not to be edited. %d names: every function of the name is immutable\n# or stable, without _gen/dangerous.txt, with _gen/harmless.txt.\n", version[0], len(names))
	out.WriteString(strings.Join(names, "\n") + "\n")
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// listed are the first words of lines.
func listed(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 0 && !strings.HasPrefix(f[0], "#") {
			all = append(all, f[0])
		}
	}
	return all
}

// column is the first column of a query's result.
func column(ctx context.Context, conn *pgconn.PgConn, query string) ([]string, error) {
	results, err := conn.Exec(ctx, query).ReadAll()
	if err != nil {
		return nil, err
	}
	var all []string
	for _, row := range results[0].Rows {
		all = append(all, string(row[0]))
	}
	return all, nil
}
