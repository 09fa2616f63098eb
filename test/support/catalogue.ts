import { type ExecutionResult, execute, parse, validate } from 'graphql';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { RequestContext } from '../../src/graphql/context.ts';
import { createCursors } from '../../src/kernel/page.ts';
import { type Role, SCOPES, type Scope } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { MODULES } from '../../src/modules.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/new-id.ts';
import { createOperationRunner, type OperationRunner } from '../../src/platform/operation/run-operation.ts';
import { createFileLinks } from '../../src/platform/storage/file-links.ts';
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts';
import { createTestDatabase } from './postgres-server.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

const schema = guardedSchema();

/** One migrated database with an organization in it, and everything to act in it below the doors. */
export interface TestOrganization {
  readonly database: Database;
  readonly runner: OperationRunner;
  readonly connectionString: string;
  readonly storage: MemoryStorage;
  /** The owner of the first organization. */
  readonly owner: Session;
  /** Names of the statements sent since the last call, in order. */
  takeStatements(): string[];
  /** Runs a document as somebody; fails the test on a document that is not valid. */
  execute(document: string, variables?: Record<string, unknown>, session?: Session): Promise<ExecutionResult>;
  /** Another organization in the same database, and its owner. */
  addOrganization(name: string): Promise<Session>;
  close(): Promise<void>;
}

/** A session of some role in an organization; with `scopes` it is that of a token. */
export function sessionOf(organizationId: string, role: Role = 'owner', scopes?: readonly Scope[]): Session {
  const token = scopes === undefined ? null : newId();
  return {
    organizationId,
    role,
    credential: token === null ? 'session' : 'token',
    scopes: new Set(scopes ?? SCOPES),
    actor: { type: token === null ? 'user' : 'token', id: 'usr_test', name: 'Test' },
    userId: null,
    tokenId: token,
    door: 'graphql',
    requestId: 'test',
    jobId: null,
  };
}

/** Makes somebody new a member, whose UUID it answers: jobs act with the rights of members. */
export async function addMember(database: Database, organizationId: string, role: Role): Promise<string> {
  const userId = newId();
  await database.owner.query(
    `INSERT INTO auth."user" ("id", "name", "email", "createdAt", "updatedAt")
     VALUES ($1::uuid, 'Test', $1::text || '@example.com', now(), now())`,
    [userId],
  );
  await database.owner.query(
    `INSERT INTO auth."member" ("id", "organizationId", "userId", "role", "createdAt")
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, now())`,
    [newId(), organizationId, userId, role],
  );
  return userId;
}

export interface TestCatalogueSettings {
  /** How many transactions can be open at once. */
  readonly applicationPoolSize?: number;
}

export async function createTestOrganization(
  settings: TestCatalogueSettings = {},
): Promise<TestOrganization> {
  const { connectionString, drop } = await createTestDatabase();
  const statements: string[] = [];
  const database = openDatabase({
    connectionString,
    applicationPoolSize: settings.applicationPoolSize ?? 10,
    shopPoolSize: 2,
    ownerPoolSize: 2,
    statementTimeoutMs: 10_000,
    listener: ({ text }) => {
      // Whether a pooled connection is new and has to say whom it serves is chance, not part of an operation.
      if (!text.startsWith('SELECT set_config(')) statements.push(statementName(text));
    },
    onError: () => undefined,
  });
  const cursors = createCursors('test');
  const clock = { now: () => new Date() };
  const runner = createOperationRunner({ database, clock, cursors, modules: MODULES });
  const storage = createMemoryStorage();
  const links = createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock });
  const addOrganization = async (name: string) => {
    const id = newId();
    await database.owner.query('INSERT INTO public.organization (id, name) VALUES ($1, $2)', [id, name]);
    await database.owner.query('INSERT INTO ledger.counter (organization_id) VALUES ($1)', [id]);
    await database.owner.query(
      `INSERT INTO auth."organization" ("id", "name", "slug", "createdAt") VALUES ($1::uuid, $2, $1::text, now())`,
      [id, name],
    );
    return { ...sessionOf(id), userId: await addMember(database, id, 'owner') };
  };
  const owner = await addOrganization('Test');
  return {
    database,
    runner,
    connectionString,
    storage,
    owner,
    addOrganization,
    takeStatements: () => statements.splice(0),
    async execute(document, variables = {}, session = owner) {
      const parsed = parse(document);
      const faults = validate(schema, parsed);
      if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
      const context = new RequestContext(
        { database, runner, cursors, clock, links, storage, ...WEBHOOK_TOOLS },
        session,
        null,
      );
      try {
        const result = await execute({
          schema,
          document: parsed,
          variableValues: variables,
          contextValue: context,
        });
        return JSON.parse(JSON.stringify(result)) as ExecutionResult;
      } finally {
        await context.endDryRun();
      }
    },
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** `locale.load` of a tagged statement, else its first words: enough to read a recorded list. */
function statementName(text: string): string {
  const tag = /^\/\* (\S+) \*\//.exec(text)?.[1];
  if (tag !== undefined) return tag;
  const table = /(?:FROM|INTO|UPDATE) "public"\."(\w+)"/.exec(text)?.[1];
  const verb = /^\s*(\w+)/.exec(text)?.[1] ?? '';
  return table === undefined ? verb : `${verb} ${table}`;
}
