#!/usr/bin/env node
const OLDEST_NODE = 24;

// Nothing else is imported before this: an older Node could not even load it.
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Catalograph needs Node ${OLDEST_NODE} or newer and this is ${process.version}: start it by npm, which brings its own.\n`,
  );
  process.exit(1);
}
const { runCommandLine } = await import('./commands/command-line.ts');
await runCommandLine(process.argv);

export {};
