#!/usr/bin/env node
// The program as npm installs it. Only what Node 16 knows, because it runs on the Node that the machine has; with an
// older one than the program needs, it runs itself again on the Node that npm installed beside it.
const { spawn } = require('node:child_process');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const isOldNode = Number(process.versions.node.split('.')[0]) < 24;
// Node strips the types of no file below node_modules, so a hook does that there.
const isInstalled = __dirname.split(path.sep).includes('node_modules');
const hook = pathToFileURL(path.join(__dirname, 'strip-types.mjs')).href;

if (isOldNode) runAgain(bundledNode());
else if (isInstalled && !process.execArgv.includes(hook)) runAgain(process.execPath);
else import('./run-program.mjs');

function bundledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = require.resolve(`node-${system}-${process.arch}/package.json`);
    return path.join(path.dirname(manifest), 'bin', system === 'win' ? 'node.exe' : 'node');
  } catch {
    // It says what is missing, and ends the process.
    require('../tools/ensure-node.cjs');
    return process.execPath;
  }
}

function runAgain(node) {
  const own = isInstalled ? ['--disable-warning=ExperimentalWarning', '--import', hook] : [];
  const child = spawn(node, [...own, __filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; other programs end this process, and mean that one.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
}
