import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Packages that a single test or check needs: a folder each, with a lockfile of its own. */
const SOURCES = fileURLToPath(new URL('../../test/on-demand/', import.meta.url));
/** Goes with every `npm ci`; npm and trim-install leave folders with a dot alone. */
const INSTALLED = fileURLToPath(new URL('../../node_modules/.on-demand/', import.meta.url));

const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/**
 * Returns the `node_modules` of a package in `test/on-demand`, and installs it first where it is missing or its lockfile
 * has changed. Processes that do so at once each fill a folder of their own; the first one stays.
 *
 * @throws Error with npm's output when npm cannot install it
 */
export async function installOnDemand(name: string): Promise<string> {
  const source = join(SOURCES, name);
  const lockfile = await readFile(join(source, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
  const folder = join(INSTALLED, `${name}-${hash}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${randomUUID()}`;
    try {
      await cp(source, draft, { recursive: true });
      const shell = process.platform === 'win32';
      await promisify(execFile)('npm', [...NPM_CI, '--prefix', draft], { cwd: draft, shell });
      await rename(draft, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  return join(folder, 'node_modules');
}

// Run by itself, it installs them all.
if (import.meta.main) for (const name of await readdir(SOURCES)) await installOnDemand(name);
