#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;

// No module of ours is imported before this: an older Node could not even load it.
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Catalograph needs Node ${OLDEST_NODE} or newer and this is ${process.version}: start it by npm, which brings its own.\n`,
  );
  process.exit(1);
}
// A third of a start is compiling; where the folder cannot be written, every start does it anew. The cache is not in
// a shared folder of temporary files: anybody who can write there could put code into this process.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/catalograph', import.meta.url)));
const { runCommandLine } = await import('./commands/command-line.ts');
await runCommandLine(process.argv);
