// Lets the suite run on Node 20, whose fs has no globSync. The suite needs it for its tier check alone.
// Use: node --import ./node20.mjs node_modules/@modelcontextprotocol/conformance/dist/index.js

import { register } from "node:module";

register("./node20-hooks.mjs", import.meta.url);
