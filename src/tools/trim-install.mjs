// Runs after `npm install` and `npm ci`, on whatever Node the machine has: removes from this package's own node_modules
// the files that nothing of the program loads. They are more than a third of what npm unpacks. With an argument it does so
// in that node_modules: for a folder in which this package and what it needs is all that is installed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Paths inside node_modules that are never loaded; folders end with a slash. */
const NEVER_LOADED = [
  // C headers and manual pages of Node, for compiling add-ons.
  /^node-\w+-\w+\/(include|share)\/$/,
  // The query compilers of databases that the program does not speak.
  /^@prisma\/client\/runtime\/query_compiler_.*\.(cockroachdb|mysql|sqlite|sqlserver)\./,
  // The pages of `prisma studio`.
  /^@prisma\/studio-core\/dist\/(ui\/|metafile-)/,
  /^elkjs\/lib\/$/,
  // Types of packages that only a command line of tests uses.
  /^@octokit\/.*\.d\.ts$/,
  // The console takes icons one by one, and one subset of one font.
  /^lucide-react\/dist\/(cjs\/$|lucide-react\.(prefixed|suffixed)\.d\.ts$)/,
  /^inter-ui\/(display|display-latin|variable|web|web-latin)\/$/,
  // Source maps of other people's code.
  /\.(m?js|cjs|css|m?ts|cts)\.map$/,
];

/** Types, for checking and editing alone. */
const TYPES = /\.d\.[cm]?ts$/;

/**
 * Whether a file or a folder is never loaded.
 *
 * @param {string} path from `node_modules`, with slashes; that of a folder ends with one
 * @param {{ production: boolean }} kind whether only the program is to run, without the tools of development
 */
function isNeverLoaded(path, { production }) {
  const inPackages = path.split('/node_modules/').at(-1) ?? '';
  return NEVER_LOADED.some((pattern) => pattern.test(inPackages)) || (production && TYPES.test(inPackages));
}

/**
 * Removes from a folder of packages what is never loaded.
 *
 * @param {string} modulesDir
 * @param {{ production: boolean }} kind
 */
function trimModules(modulesDir, kind, parent = '') {
  for (const entry of readdirSync(join(modulesDir, parent), { withFileTypes: true })) {
    const path = `${parent}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    // Not `.bin`, not what tools keep for themselves; links lead to packages that are not ours.
    if (entry.name.startsWith('.') || entry.isSymbolicLink()) continue;
    if (isNeverLoaded(path, kind)) rmSync(join(modulesDir, path), { recursive: true });
    else if (entry.isDirectory()) trimModules(modulesDir, kind, path);
  }
}

const modulesDir = process.argv[2] ?? fileURLToPath(new URL('../../node_modules', import.meta.url));
// The bundler is a package of development: where it was left out, so were all of them.
const production = !existsSync(join(modulesDir, 'vite'));
if (existsSync(modulesDir)) trimModules(modulesDir, { production });
