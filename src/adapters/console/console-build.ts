import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Assets, compressAssets } from '../http/static-assets.ts';

/** The path below which scripts and styles are; their names carry a digest of their content. */
export const ASSETS_PATH = '/console/assets';

/** Directory in which `src/tools/build-console.ts` stores the files that browsers load. */
const BUILD_DIR = fileURLToPath(new URL('../../../dist/console/', import.meta.url));
const MANIFEST = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    /** Keys of the scripts that it needs at once. */
    imports: z.array(z.string()).default([]),
  }),
);
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files that the page of the console needs. */
export interface ConsoleBuild {
  readonly assets: Assets;
  /** Path of the script that draws it. */
  readonly script: string;
  /** Paths of the scripts that this one needs at once. */
  readonly imports: readonly string[];
  /** Path of its style sheet. */
  readonly styles: string;
  readonly icon: string;
  /** Path of the font of all pages. */
  readonly font: string;
}

let cachedBuild: { readonly builtAtMs: number; readonly build: Promise<ConsoleBuild | null> } | null = null;

/**
 * Returns the build as it is by now, read when it is first requested and after it was made anew; null where there is
 * none.
 */
export async function loadConsoleBuild(): Promise<ConsoleBuild | null> {
  const manifestStats = await stat(join(BUILD_DIR, 'manifest.json')).catch(() => null);
  if (manifestStats === null) return null;
  if (cachedBuild?.builtAtMs !== manifestStats.mtimeMs)
    cachedBuild = { builtAtMs: manifestStats.mtimeMs, build: load() };
  return cachedBuild.build;
}

async function load(): Promise<ConsoleBuild | null> {
  const text = await readFile(join(BUILD_DIR, 'manifest.json'), 'utf8');
  const manifest = MANIFEST.parse(JSON.parse(text));
  const files = Object.values(manifest);
  const entry = files.find(({ isEntry }) => isEntry === true);
  const pathOf = (end: string) => files.find(({ file }) => file.endsWith(end))?.file;
  const [styles, icon, font] = [pathOf('.css'), pathOf('.svg'), pathOf('.woff2')];
  if (entry === undefined || styles === undefined || icon === undefined || font === undefined) return null;
  const imports = entry.imports.flatMap((key) => manifest[key]?.file ?? []);
  const names = (await readdir(join(BUILD_DIR, 'assets'))).filter((name) => extname(name) in TYPES);
  const contents = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(BUILD_DIR, 'assets', name));
      return [name, [TYPES[extname(name)] ?? '', content] as const] as const;
    }),
  );
  return {
    assets: await compressAssets(ASSETS_PATH, Object.fromEntries(contents)),
    script: `/console/${entry.file}`,
    imports: imports.map((file) => `/console/${file}`),
    styles: `/console/${styles}`,
    icon: `/console/${icon}`,
    font: `/console/${font}`,
  };
}
