#!/usr/bin/env node
// Starts the program of the package for this platform, and is then as little in the way as a process can be: standard
// streams are the program's own, signals are passed on, and the exit status, or the signal that ended it, is handed up.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const SCOPE = "@mooring-mcp/cli-";

// The program's own status for wrong configuration; 1 would say "refused".
const CANNOT_RUN = 2;

function fail(error, ...hints) {
  process.stderr.write(`mooring: error: ${error}\n`);
  for (const hint of hints) process.stderr.write(`mooring: hint: ${hint}\n`);
  process.exitCode = CANNOT_RUN;
}

// The program's path, or undefined when the package of this platform is not installed.
function find(wanted) {
  try {
    return require.resolve(`${wanted}/bin/mooring${process.platform === "win32" ? ".exe" : ""}`);
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return undefined;
  }
}

function missing(wanted) {
  const { optionalDependencies, version } = require("./package.json");
  if (!Object.hasOwn(optionalDependencies, wanted)) {
    const platforms = Object.keys(optionalDependencies).map((name) => name.slice(SCOPE.length));
    fail(
      `no package for ${process.platform}-${process.arch}; there are ${platforms.join(", ")}`,
      "build it with Go: go install github.com/mooring-mcp/mooring/cmd/mooring@latest",
    );
    return;
  }
  fail(
    `package ${wanted} is not installed`,
    "it is an optional dependency: install again without --no-optional or --omit=optional",
    "node_modules or a lock file made on another platform lacks it too: remove both, and run npm install here",
    `or name it: npm install ${wanted}@${version}`,
  );
}

function run(program) {
  let child;
  // Windows gives a console's signals to both processes, and has no others: there this process only stays.
  const pass = process.platform === "win32" ? () => {} : (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", (error) => fail(`run ${program}: ${error.message}`));
  child.on("exit", (status, signal) => {
    for (const name of signals) process.off(name, pass);
    process.exitCode = status ?? 128 + constants.signals[signal];
    if (signal) process.kill(process.pid, signal);
  });
}

const wanted = `${SCOPE}${process.platform}-${process.arch}`;
const program = find(wanted);
if (program) run(program);
else missing(wanted);
