import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineAt, withoutComments } from './lint-writes.ts';
import { FOREIGN_TABLES, type ForeignTables, TABLES } from './table-owners.ts';

/** A table that a source file names in its SQL. */
interface TableReference {
  readonly table: string;
  /** Line, from 1. */
  readonly line: number;
}

/** Matches a table. A name followed by a parenthesis is that of a function. */
const TABLE = /\b(?:FROM|JOIN|UPDATE|USING)\s+(?:ONLY\s+)?(public|auth|ledger|search)\."?(\w+)\b"?(?!\s*\()/g;
/** Matches a table that is filled: here the parenthesis is that of a list of columns. */
const FILLED_TABLE = /\bINTO\s+(public|auth|ledger|search)\."?(\w+)\b"?/g;
const LISTED_TABLE = /,\s+(public)\."?(\w+)\b"?(?!\s*\()/g;

/** Finds the tables in the SQL of a source file: `job`, `ledger.event`. */
export function findTables(source: string): TableReference[] {
  const code = withoutComments(source);
  return [TABLE, FILLED_TABLE, LISTED_TABLE].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(({ 1: schema, 2: name, index }) => ({
      table: schema === 'public' ? `${name}` : `${schema}.${name}`,
      line: lineAt(code, index),
    })),
  );
}

/** Owners of tables, and the tables of others that a module may name. */
export interface TableOwnership {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly foreign: readonly ForeignTables[];
}

/**
 * Returns the violations of the ownership of tables: SQL of a module that names a table of another one without being
 * listed, and entries of the list that nothing needs any more. `sources` are the files of `src/modules` by path, with
 * `/`.
 */
export function findForeignTables(
  sources: ReadonlyMap<string, string>,
  { tables, foreign }: TableOwnership,
): string[] {
  const ownerOf = new Map(Object.entries(tables).flatMap(([module, own]) => own.map((one) => [one, module])));
  const isNeeded = new Map(
    foreign.flatMap(({ module, tables: listed }) => listed.map((table) => [`${module} ${table}`, false])),
  );
  const foreignTables: string[] = [];
  for (const [path, source] of sources) {
    const module = path.split('/')[2] ?? '';
    for (const { table, line } of findTables(source)) {
      const owner = ownerOf.get(table);
      if (owner === module) continue;
      const entry = `${module} ${table}`;
      if (isNeeded.has(entry)) isNeeded.set(entry, true);
      else foreignTables.push(`${path}:${line}  The table ${table} belongs to ${owner ?? 'no module'}.`);
    }
  }
  const stale = [...isNeeded].filter(([, needed]) => !needed).map(([entry]) => entry);
  return [
    ...foreignTables,
    ...stale.map((entry) => `No SQL needs '${entry}' any more; take it off FOREIGN_TABLES.`),
  ];
}

async function main(): Promise<number> {
  const repositoryDir = fileURLToPath(new URL('../../../', import.meta.url));
  const sources = new Map<string, string>();
  for await (const name of glob('src/modules/**/*.ts', { cwd: repositoryDir })) {
    sources.set(name.split(sep).join('/'), await readFile(join(repositoryDir, name), 'utf8'));
  }
  const problems = findForeignTables(sources, { tables: TABLES, foreign: FOREIGN_TABLES });
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
