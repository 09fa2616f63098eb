import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyMigrations } from '../../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { diffToModels } from './schema-engine.ts';

const repositoryDir = fileURLToPath(new URL('../../../', import.meta.url));
const usage = `Usage:
  npm run migrate -- <name>    writes the next migration, for example: npm run migrate -- add_product_notes
  npm run migrate -- --check   fails when prisma/schema and prisma/migrations disagree
`;

/**
 * Returns the SQL by which the models in `prisma/schema` are ahead of the migrations in `prisma/migrations`;
 * undefined when they agree. Applies all migrations to an empty throw-away server.
 */
export async function migrationDrift(rootDir: string = repositoryDir): Promise<string | undefined> {
  return withThrowAwayServer(async (connectionString) => {
    await applyMigrations({ connectionString, migrationsDir: join(rootDir, 'prisma', 'migrations') });
    return diffToModels(connectionString, join(rootDir, 'prisma', 'schema'));
  });
}

async function withThrowAwayServer<T>(context: (connectionString: string) => Promise<T>): Promise<T> {
  const workDir = await mkdtemp(join(tmpdir(), 'catalograph-migrate-'));
  // The server does not run as root, but must enter the folder root made.
  await chmod(workDir, 0o755);
  const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  const starting = startEmbeddedPostgres({ dataDir: join(workDir, 'postgres'), log: silent, fsync: false });
  const cleanUp = async () => {
    await starting.then(
      (server) => server.stop(),
      () => undefined,
    );
    await rm(workDir, { recursive: true, force: true });
  };
  const interrupted = () => void cleanUp().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await context((await starting).connectionString);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await cleanUp();
  }
}

/** Writes the drift as the next migration and returns its file; undefined when there is none. */
export async function writeMigration(
  name: string,
  options: { rootDir?: string; now?: Date } = {},
): Promise<string | undefined> {
  const { rootDir = repositoryDir, now = new Date() } = options;
  const script = await migrationDrift(rootDir);
  if (script === undefined) return undefined;
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = join(rootDir, 'prisma', 'migrations', `${stamp}_${name}`);
  await mkdir(dir, { recursive: true });
  const file = join(dir, 'migration.sql');
  await writeFile(file, script);
  return file;
}

async function main(args: readonly string[]): Promise<number> {
  const [argument] = args;
  if (args.length !== 1 || argument === undefined || !/^(--check|[a-z0-9][a-z0-9_]*)$/.test(argument)) {
    process.stderr.write(usage);
    return 2;
  }
  if (argument === '--check') {
    const drift = await migrationDrift();
    if (drift === undefined) return 0;
    process.stderr.write(
      `prisma/schema and prisma/migrations disagree. Run "npm run migrate -- <name>" and commit the file; it will hold:\n\n${drift}\n`,
    );
    return 1;
  }
  const file = await writeMigration(argument);
  process.stdout.write(
    file === undefined
      ? 'The migrations are up to date with prisma/schema; nothing was written.\n'
      : `Wrote ${relative(repositoryDir, file)}. Read it before you commit it: drops and renames lose data.\n`,
  );
  return 0;
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
