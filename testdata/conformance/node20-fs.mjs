export * from "node:fs";

export function globSync() {
  throw new Error("globSync is not used here");
}
