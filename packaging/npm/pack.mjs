// Makes the npm packages from the programs that GoReleaser built: one for each platform, and the one that people
// install, which has them as optional dependencies of exactly its own version. Nothing runs at installation.
//
//   node packaging/npm/pack.mjs DIST OUT [PLATFORM…]     (not on Windows)
//
// DIST is GoReleaser's folder (metadata.json, artifacts.json). The tarballs go to OUT; their paths are printed one a
// line in the order to publish them, the dependent package last. PLATFORM (linux-x64) limits which ones are packed.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const readJSON = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));
const platforms = readJSON(here, "platforms.json");
const wrapper = readJSON(here, "package.json");
const packageOf = (platform) => `${wrapper.name}-${platform}`;

const [dist, out, ...only] = process.argv.slice(2);
if (!out) throw new Error("usage: node pack.mjs DIST OUT [PLATFORM…]");
const { version } = readJSON(dist, "metadata.json");
const artifacts = readJSON(dist, "artifacts.json");

// The path of the program for a platform; GoReleaser writes it relative to the folder that it ran in, dist's parent.
function programOf(platform) {
  const { goos, goarch } = platforms[platform] ?? {};
  const found = artifacts.filter((a) => a.type === "Binary" && a.goos === goos && a.goarch === goarch);
  if (found.length !== 1) throw new Error(`${found.length} programs for ${platform} in ${dist}/artifacts.json, want 1`);
  return resolve(dist, "..", found[0].path);
}

// Packs a folder with these files, source by name, and this package.json.
function pack(manifest, files) {
  const folder = mkdtempSync(join(tmpdir(), "mooring-npm-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }, null, 2) + "\n");
    for (const [name, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      copyFileSync(source, join(folder, name));
    }
    const npm = spawnSync("npm", ["pack", "--pack-destination", resolve(out)], { cwd: folder, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm pack ${manifest.name}: ${npm.error ?? npm.stderr}`);
    const name = manifest.name.replace("@", "").replace("/", "-");
    console.log(join(out, `${name}-${version}.tgz`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function packPlatform(platform) {
  const [os, cpu] = platform.split("-");
  const { description, homepage, bugs, repository, license, engines } = wrapper;
  const manifest = {
    name: packageOf(platform), description: `${description}: the program for ${platform}`,
    homepage, bugs, repository, license, engines, os: [os], cpu: [cpu],
    preferUnplugged: true, // Yarn keeps packages zipped, from where no program starts.
  };
  const program = os === "win32" ? "bin/mooring.exe" : "bin/mooring";
  pack(manifest, { [program]: programOf(platform), LICENSE: join(here, "../../LICENSE") });
}

function packWrapper() {
  const optionalDependencies = Object.fromEntries(Object.keys(platforms).map((p) => [packageOf(p), version]));
  pack(
    { ...wrapper, optionalDependencies },
    {
      "mooring.js": join(here, "mooring.js"),
      "README.md": join(here, "README.md"),
      LICENSE: join(here, "../../LICENSE"),
    },
  );
}

mkdirSync(out, { recursive: true });
for (const platform of only.length > 0 ? only : Object.keys(platforms)) packPlatform(platform);
packWrapper();
