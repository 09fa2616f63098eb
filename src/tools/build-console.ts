import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const sourceDir = join(rootDir, 'src', 'console');
const outputDir = join(rootDir, 'dist', 'console');
const STAMP = '.stamp';

/** Where the pages take their scripts and styles from. */
const BASE = '/console/';

/**
 * Builds the browser's part of the console into `dist/console` when it is missing or older than its sources; otherwise
 * only compares a hash, in a few milliseconds.
 *
 * It is built aside and renamed into place, so that several processes may do this at once and a running server never
 * meets half of it. Returns whether anything was built, or `tools-missing` where the bundler was left out of the
 * installation and there is no build to keep.
 */
export async function buildConsole(): Promise<'built' | 'kept' | 'tools-missing'> {
  const stamp = sourceStamp();
  if (readStamp() === stamp) return 'kept';
  const vite = await import('vite').catch(() => null);
  if (vite === null) return existsSync(join(outputDir, STAMP)) ? 'kept' : 'tools-missing';
  const workDir = join(rootDir, 'dist', `.console-${randomUUID()}`);
  try {
    await vite.build({
      ...{ root: sourceDir, base: BASE, configFile: false, publicDir: false, logLevel: 'warn' },
      // Tests build, too, where NODE_ENV says otherwise.
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { development: false } },
      build: {
        outDir: workDir,
        target: 'es2022',
        manifest: 'manifest.json',
        // One sheet for all pages: it is fetched once, and no page appears before its styles.
        cssCodeSplit: false,
        // The policy of the pages allows no `data:` fonts or scripts; small files are files, too.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 900,
        emptyOutDir: false,
        rollupOptions: {
          input: join(sourceDir, 'main.tsx'),
          onLog(level, log, tell) {
            // Libraries mark what may run on servers; nothing of it does here.
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
          },
        },
      },
    });
    writeFileSync(join(workDir, STAMP), stamp);
    putInPlace(workDir);
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
  return 'built';
}

/** A rename cannot replace a folder that holds files, so the old one steps aside; another process may be as fast. */
function putInPlace(workDir: string): void {
  const aside = `${workDir}-replaced`;
  try {
    if (existsSync(outputDir)) renameSync(outputDir, aside);
    renameSync(workDir, outputDir);
  } catch (error) {
    // Then the other process has put its build of the same sources there.
    if (!existsSync(join(outputDir, STAMP))) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function sourceStamp(): string {
  const hash = createHash('sha256');
  const names = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css|svg|json)$/.test(name) && !name.endsWith('.d.ts'))
    .sort();
  for (const name of names)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(sourceDir, name)))
      .update('\0');
  // Pinned versions: another library is another build.
  hash
    .update(readFileSync(join(rootDir, 'package.json')))
    .update(readFileSync(fileURLToPath(import.meta.url)));
  return hash.digest('hex');
}

function readStamp(): string | null {
  const path = join(outputDir, STAMP);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

if (import.meta.main) {
  mkdirSync(join(rootDir, 'dist'), { recursive: true });
  const outcome = await buildConsole();
  if (outcome === 'built') process.stderr.write('The console was built.\n');
  if (outcome === 'tools-missing') {
    process.stderr.write('The console is not built: its tools are left out of this installation.\n');
  }
}
