import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg') & {
  __wbg_set_wasm(exports: unknown): void;
};

/**
 * Returns the SQL that brings the tables of a live database to the models in a folder of `.prisma` files;
 * undefined when there is nothing to do. What Prisma cannot express (policies, functions, partial indexes,
 * other schemas) is left out of the comparison.
 */
export async function diffToModels(connectionString: string, schemaDir: string): Promise<string | undefined> {
  const files = await readSchemaFiles(schemaDir);
  const pool = new pg.Pool({ connectionString, max: 2 });
  // Sessions still closing when the server ends are cut off by it; that is no failure.
  pool.on('error', () => undefined);
  const { SchemaEngine } = await loadEngine();
  const engine = await SchemaEngine.new(
    { datamodels: files.map((file): [string, string] => [file.path, file.content]) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(driverFactory(pool)),
  );
  try {
    const result = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: schemaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return result.exitCode === 2 ? (result.stdout ?? '') : undefined;
  } finally {
    engine.free();
    await pool.end();
  }
}

async function readSchemaFiles(schemaDir: string): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(schemaDir, { recursive: true }))
    .filter((name) => name.endsWith('.prisma'))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(schemaDir, name);
      return { path, content: await readFile(path, 'utf8') };
    }),
  );
}

// Node has it, but the Node types leave it to the browser's.
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loading: Promise<Glue> | undefined;

/** Loads the engine once: the package stores its instance in a variable of the module. */
function loadEngine(): Promise<Glue> {
  loading ??= instantiateEngine();
  return loading;
}

/** The package's own entry imports a `.wasm` file, which Node cannot; this joins the same two parts by hand. */
async function instantiateEngine(): Promise<Glue> {
  const gluePath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue: Glue = await import(pathToFileURL(gluePath).href);
  // The engine leaves its message here when it gives up; without it the message is lost behind a TypeError.
  const panics = {
    set_message: (message: string) => process.stderr.write(`Prisma schema engine: ${message}\n`),
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
  const bytes = await readFile(join(dirname(gluePath), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === 'function') start();
  return glue;
}

/**
 * Makes the driver by which the engine reads the catalogue of a database. Not `@prisma/adapter-pg`: that one rejects
 * the type `"char"`, which system tables use, and splits scripts at semicolons inside function bodies.
 */
function driverFactory(pool: pg.Pool) {
  const identity = { provider: 'postgres', adapterName: 'catalograph-migrate' } as const;
  const connect = async (): Promise<SqlDriverAdapter> => ({
    ...identity,
    queryRaw: (query) => queryRows(pool, query),
    executeRaw: async (query) => (await run(pool, query)).rowCount ?? 0,
    executeScript: async (script) => void (await pool.query(script)),
    startTransaction: () => Promise.reject(new Error('a comparison needs no transaction')),
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => undefined,
  });
  return {
    ...identity,
    connect,
    connectToShadowDb: () => Promise.reject(new Error('a comparison with a live database needs no shadow')),
  };
}

const columnTypes = new Map([
  [16, ColumnTypeEnum.Boolean],
  [18, ColumnTypeEnum.Character],
  [20, ColumnTypeEnum.Int64],
  [21, ColumnTypeEnum.Int32],
  [23, ColumnTypeEnum.Int32],
  [26, ColumnTypeEnum.Int64],
  [700, ColumnTypeEnum.Float],
  [701, ColumnTypeEnum.Double],
  [1000, ColumnTypeEnum.BooleanArray],
  [1002, ColumnTypeEnum.CharacterArray],
  [1003, ColumnTypeEnum.TextArray],
  [1005, ColumnTypeEnum.Int32Array],
  [1007, ColumnTypeEnum.Int32Array],
  [1009, ColumnTypeEnum.TextArray],
  [1016, ColumnTypeEnum.Int64Array],
  [1028, ColumnTypeEnum.Int64Array],
]);

async function queryRows(pool: pg.Pool, query: SqlQuery): Promise<SqlResultSet> {
  const { fields, rows } = await run(pool, query);
  return {
    columnNames: fields.map((field) => field.name),
    columnTypes: fields.map((field) => columnTypes.get(field.dataTypeID) ?? ColumnTypeEnum.Text),
    rows,
  };
}

async function run(pool: pg.Pool, query: SqlQuery): Promise<pg.QueryArrayResult<unknown[]>> {
  try {
    return await pool.query<unknown[]>({ text: query.sql, values: query.args, rowMode: 'array' });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    const { code = '', severity = '', message, detail, column, hint } = error;
    throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
  }
}
