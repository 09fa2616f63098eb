import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder } from './build-folder.ts';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const sourceDir = join(rootDir, 'src', 'console');

/** Where the pages take their scripts and styles from. */
const BASE = '/console/';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly isEntry: boolean; readonly importers: readonly string[] } | null;
}

/** What the shell has of the component library, whose index imports all of it and so tells nothing. */
const LIBRARY = /\/@mantine\/core\//;
const IN_SHELL =
  /\/esm\/(core|components\/(Alert|Button|CloseButton|Group|Loader|Paper|Stack|Text|Title|Transition|UnstyledButton))\//;

/** Tells whether a module is needed before the first page is: the entry imports it, perhaps through others. */
function createShellTest(): (id: string, graph: ModuleGraph) => boolean {
  const known = new Map<string, boolean>();
  return function isInShell(id, graph): boolean {
    const answer = known.get(id);
    if (answer !== undefined) return answer;
    if (LIBRARY.test(id)) return IN_SHELL.test(id);
    // Modules that import each other: the others decide.
    known.set(id, false);
    const info = graph.getModuleInfo(id);
    const found = info?.isEntry === true || (info?.importers ?? []).some((other) => isInShell(other, graph));
    if (found) known.set(id, true);
    else known.delete(id);
    return found;
  };
}

/** Scripts by where they are used, so that a page is few requests: by all pages, by several, by one. */
function groupsOfScripts() {
  const isInShell = createShellTest();
  return [
    {
      name: (id: string, graph: ModuleGraph) => (isInShell(id, graph) ? 'shell' : null),
      debugName: 'shell',
      priority: 2,
    },
    { name: 'shared', minShareCount: 2, priority: 1 },
  ];
}

/** Builds the browser's part of the console into `dist/console`, see {@link buildFolder}. */
export function buildConsole(): Promise<boolean> {
  return buildFolder('console', sourceStamp(), async (workDir) => {
    const vite = await import('vite');
    await vite.build({
      root: sourceDir,
      base: BASE,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
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
          output: { codeSplitting: { groups: groupsOfScripts() } },
          onLog(level, log, tell) {
            // Libraries mark what may run on servers; nothing of it does here.
            if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
          },
        },
      },
    });
  });
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
