import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Assets, packAssets } from '../http/static-assets.ts';

/** The path below which scripts and styles are; their names carry a digest of their content. */
export const ASSETS_PATH = '/console/assets';

/** Where `src/tools/build-console.ts` puts what browsers load. */
const BUILD_DIR = fileURLToPath(new URL('../../../dist/console/', import.meta.url));
const MANIFEST = z.record(
  z.string(),
  z.object({ file: z.string(), isEntry: z.boolean().optional(), src: z.string().optional() }),
);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the page of the console needs. */
export interface ConsoleBuild {
  readonly assets: Assets;
  /** Path of the script that draws it. */
  readonly script: string;
  /** Path of its style sheet. */
  readonly styles: string;
}

let kept: { readonly builtAtMs: number; readonly build: Promise<ConsoleBuild | null> } | null = null;

/** The build as it is by now, read when it is first asked for and after it was made anew; null where there is none. */
export async function loadConsoleBuild(): Promise<ConsoleBuild | null> {
  const found = await stat(join(BUILD_DIR, 'manifest.json')).catch(() => null);
  if (found === null) return null;
  if (kept?.builtAtMs !== found.mtimeMs) kept = { builtAtMs: found.mtimeMs, build: load() };
  return kept.build;
}

async function load(): Promise<ConsoleBuild | null> {
  const text = await readFile(join(BUILD_DIR, 'manifest.json'), 'utf8');
  const files = Object.values(MANIFEST.parse(JSON.parse(text)));
  const script = files.find(({ isEntry }) => isEntry === true)?.file;
  const styles = files.find(({ file }) => file.endsWith('.css'))?.file;
  if (script === undefined || styles === undefined) return null;
  const names = (await readdir(join(BUILD_DIR, 'assets'))).filter((name) => extname(name) in TYPES);
  const contents = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(BUILD_DIR, 'assets', name), 'utf8');
      return [name, [TYPES[extname(name)] ?? '', content] as const] as const;
    }),
  );
  return {
    assets: await packAssets(ASSETS_PATH, Object.fromEntries(contents)),
    script: `/console/${script}`,
    styles: `/console/${styles}`,
  };
}
