import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

const compress = promisify(gzip);
const A_YEAR_SECONDS = 31_536_000;

/** One file of a page. */
interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  /** The same, compressed (gzip). */
  readonly compressed: Buffer;
}

/** The scripts and styles of a page. */
export interface Assets {
  /** The folder they are served from; named after their content, so that browsers may keep them for ever. */
  readonly folder: string;
  find(path: string): Asset | undefined;
}

/** Returns the folder of assets below a path: another one as soon as one of the texts differs. */
export function versionedAssetPath(parentPath: string, texts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const text of texts) digest.update(text);
  return `${parentPath}/${digest.digest('hex').slice(0, 12)}`;
}

/** Packs files, by name, for being sent often. */
export async function compressAssets(
  folder: string,
  files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>>,
): Promise<Assets> {
  const assets = await Promise.all(
    Object.entries(files).map(async ([name, [type, content]]) => {
      const plain = typeof content === 'string' ? Buffer.from(content) : content;
      return [`${folder}/${name}`, { type, plain, compressed: await compress(plain) }] as const;
    }),
  );
  const byPath = new Map<string, Asset>(assets);
  return { folder, find: (path) => byPath.get(path) };
}

/** Serves everything below a path with assets, which are loaded when first requested. */
export function serveAssets(app: Hono<AppEnv>, parentPath: string, load: () => Promise<Assets>): void {
  app.get(`${parentPath}/*`, async (context: Context<AppEnv>, next) => {
    const asset = (await load()).find(context.req.path);
    if (asset === undefined) return next();
    const isCompressed = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '');
    return new Response(new Uint8Array(isCompressed ? asset.compressed : asset.plain), {
      headers: {
        'content-type': asset.type,
        'cache-control': `public, max-age=${A_YEAR_SECONDS}, immutable`,
        vary: 'Accept-Encoding',
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      },
    });
  });
}

/**
 * Headers of a page that takes everything from this server: no inline scripts, no frames. Editors set styles of single
 * elements and draw fonts and images that their style sheets carry.
 */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-cache',
  'referrer-policy': 'no-referrer',
} as const;
