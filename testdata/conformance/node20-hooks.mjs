// Gives the suite the fs of node20-fs.mjs, and everybody else that of Node.

export async function resolve(specifier, context, next) {
  if (specifier === "fs" && context.parentURL?.includes("/@modelcontextprotocol/conformance/")) {
    return { url: new URL("./node20-fs.mjs", import.meta.url).href, shortCircuit: true };
  }
  return next(specifier, context);
}
