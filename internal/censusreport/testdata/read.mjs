// Reads the rows of a census with hyparquet, and counts them.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const require = createRequire(path.resolve("../../testdata/npm/package.json"));
const { asyncBufferFromFile, parquetReadObjects } = await import(pathToFileURL(require.resolve("hyparquet")));

const rows = await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) });
const out = { Rows: rows.length, Required: 0, Servers: new Set(rows.map((r) => r.server)).size, Classes: {}, Forms: {}, Last: rows.at(-1).name };
for (const row of rows) {
  if (row.required) out.Required++;
  for (const [name, value] of Object.entries(row)) {
    if (value === true) out.Classes[name] = (out.Classes[name] ?? 0) + 1;
  }
  for (const form of row.forms) out.Forms[form] = (out.Forms[form] ?? 0) + 1;
}
process.stdout.write(JSON.stringify(out));
