import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { environmentScript, START_SCRIPT } from './browser-scripts.ts';

const compress = promisify(gzip);
const SCRIPT = 'text/javascript; charset=utf-8';

/** One file of the page. */
export interface Asset {
  readonly type: string;
  readonly plain: Buffer;
  /** The same, compressed (gzip). */
  readonly compressed: Buffer;
}

export interface Assets {
  /** The folder they are served from; named after their content, so that browsers may keep them for ever. */
  readonly folder: string;
  find(path: string): Asset | undefined;
}

let loading: Promise<Assets> | undefined;

/** The editor and its workers out of the installed package: several megabytes, loaded when first asked for. */
export function loadAssets(parentPath: string): Promise<Assets> {
  loading ??= load(parentPath);
  return loading;
}

async function load(parentPath: string): Promise<Assets> {
  const bundle = await import('@graphql-yoga/render-graphiql/graphiql');
  const version = createHash('sha256').update(bundle.js).update(bundle.css).digest('hex').slice(0, 12);
  const folder = `${parentPath}/${version}`;
  const workers = {
    editorWorkerService: `${folder}/editor.worker.js`,
    json: `${folder}/json.worker.js`,
    graphql: `${folder}/graphql.worker.js`,
  };
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    'environment.js': [SCRIPT, environmentScript(workers)],
    'graphiql.js': [SCRIPT, bundle.js],
    'start.js': [SCRIPT, START_SCRIPT],
    'graphiql.css': ['text/css; charset=utf-8', bundle.css],
    'editor.worker.js': [SCRIPT, bundle.editorWorkerService],
    'json.worker.js': [SCRIPT, bundle.jsonWorker],
    'graphql.worker.js': [SCRIPT, bundle.graphqlWorker],
  };
  const assets = await Promise.all(
    Object.entries(files).map(async ([name, [type, text]]) => {
      const plain = Buffer.from(text);
      return [`${folder}/${name}`, { type, plain, compressed: await compress(plain) }] as const;
    }),
  );
  const byPath = new Map<string, Asset>(assets);
  return { folder, find: (path) => byPath.get(path) };
}
