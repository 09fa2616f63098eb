import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A statement where none belongs. */
export interface MisplacedWrite {
  /** Line, from 1. */
  readonly line: number;
  readonly message: string;
}

const ADAPTERS_AND_TOOLS = /^src\/(platform|tools)\//;
const STORE = /\.store\.ts$/;
const LOADER = /\.loaders\.ts$/;

const WRITING_CALL =
  /\bprisma\s*\.\s*\w+\s*\.\s*(?:create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany)\s*\(/g;
const RAW_OR_TRANSACTION = /\.\s*\$(?:transaction|executeRaw|executeRawUnsafe|queryRaw|queryRawUnsafe)\b/g;
const STATEMENT = /\.\s*execute\s*(?:<|\()/g;
const WRITING_SQL = /[`'"\s(](?:INSERT\s+INTO|UPDATE\s+[\w".]+\s+(?:AS\s+\w+\s+)?SET|DELETE\s+FROM)\b/g;

/**
 * Returns the positions where a source file writes to the database although its kind must not: operations and rules
 * leave rows to the `*.store.ts` of their room, loaders only read, and transactions are opened by `src/platform`
 * alone. `path` is relative to the repository, with `/`.
 */
export function findMisplacedWrites(path: string, source: string): MisplacedWrite[] {
  if (ADAPTERS_AND_TOOLS.test(path) || !path.startsWith('src/')) return [];
  const code = withoutComments(source);
  const strayWrites: MisplacedWrite[] = [];
  const look = (pattern: RegExp, message: string) => {
    for (const { index } of code.matchAll(pattern)) strayWrites.push({ line: lineAt(code, index), message });
  };
  look(RAW_OR_TRANSACTION, 'Transactions are opened in src/platform; take `execute` of the context.');
  look(WRITING_CALL, 'Prisma only reads; write with SQL in a *.store.ts.');
  if (STORE.test(path)) return strayWrites;
  look(WRITING_SQL, 'SQL that writes stands in a *.store.ts.');
  if (!LOADER.test(path))
    look(STATEMENT, 'SQL stands in a *.store.ts, or in a *.loaders.ts when it only reads.');
  return strayWrites.sort((a, b) => a.line - b.line);
}

/**
 * Replaces comments by spaces, so that positions keep their line. A `//` behind `:` is taken for that of an address.
 */
export function withoutComments(source: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ');
  return source.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(?<!:)\/\/.*/g, blank);
}

export function lineAt(code: string, index: number): number {
  return code.slice(0, index).split('\n').length;
}

async function main(): Promise<number> {
  const repositoryDir = fileURLToPath(new URL('../../../', import.meta.url));
  const names = await readdir(join(repositoryDir, 'src'), { recursive: true });
  const paths = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.split(sep).join('/')}`);
  let count = 0;
  for (const path of paths.sort()) {
    for (const { line, message } of findMisplacedWrites(
      path,
      await readFile(join(repositoryDir, path), 'utf8'),
    )) {
      process.stdout.write(`${path}:${line}  ${message}\n`);
      count += 1;
    }
  }
  return count === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
