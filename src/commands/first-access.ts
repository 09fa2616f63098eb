import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { DemoWriter } from '../../prisma/demo/demo-writer.ts';
import { seedDemoCatalogue } from '../../prisma/demo/seed-demo-catalogue.ts';
import { type AppContext, openMediaStorage } from '../app.ts';
import type { Config } from '../config.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { createAccessToken } from '../modules/access-token/index.ts';
import { findOrganizations, openUserSession, provisionOrganization } from '../modules/organization/index.ts';
import { MODULES } from '../modules.ts';
import { SESSION_LOCKS, withSessionLock } from '../platform/database/session-lock.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';

const EMAIL = 'owner@example.com';
/** Name of the first organization by the value of DEMO. */
const ORGANIZATIONS = {
  catalogue: { name: 'Lumen & Oak (demo)', slug: 'demo', ownerName: 'Demo Owner' },
  none: { name: 'Main', slug: 'main', ownerName: 'Owner' },
} as const;
const FIRST_SLUGS: ReadonlySet<string> = new Set(Object.values(ORGANIZATIONS).map(({ slug }) => slug));
const FILE_NAME = 'dev-access.json';

/** Credentials for the organization that the first start made. */
export interface InitialAccess {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Path of the file that has it, with the embedded database. */
  readonly keptIn: string | null;
}

const SAVED_ACCESS = z.object({
  url: z.string(),
  email: z.string(),
  password: z.string(),
  /** Token; missing while set-up is under way: a start that was killed is continued there. */
  token: z.string().optional(),
});
type SavedAccess = z.infer<typeof SAVED_ACCESS>;

/**
 * Makes the first organization in a new database, with an owner, a token of all scopes and (unless DEMO is `none`) a
 * catalogue of lamps, and returns the credentials for it. With the embedded database they are stored in
 * DATA_DIR/dev-access.json, which only the user of this process may read, and later starts return them again; with
 * DATABASE_URL they are returned once, and later starts return null. Of several processes that start at once one
 * makes the organization, and the others wait until it exists.
 */
export function prepareFirstAccess(
  catalogue: AppContext,
  config: Config,
  url: string,
): Promise<InitialAccess | null> {
  const { connectionString, log } = catalogue;
  const onWait = () => log.info({}, 'another process makes the first organization; waiting for it');
  const turn = { connectionString, lock: SESSION_LOCKS.firstAccess, onWait };
  return withSessionLock(turn, () => findOrCreateAccess(catalogue, config, url));
}

async function findOrCreateAccess(
  catalogue: AppContext,
  config: Config,
  url: string,
): Promise<InitialAccess | null> {
  const file = config.databaseUrl === null ? join(resolve(config.dataDir), FILE_NAME) : null;
  const storedAccess = file === null ? null : await readSavedAccess(file);
  const organizations = await findOrganizations(pgTransaction(catalogue.database.owner));
  if (storedAccess?.token !== undefined && organizations.length > 0) {
    const access = { ...storedAccess, url, token: storedAccess.token };
    if (file !== null && storedAccess.url !== url) await writeSavedAccess(file, access);
    return { ...access, keptIn: file };
  }
  const firstOrganization = organizations.find(({ slug }) => FIRST_SLUGS.has(slug));
  const isUnfinished = firstOrganization !== undefined && storedAccess !== null;
  if (organizations.length > 0 && !isUnfinished) return null;

  const password = storedAccess?.password ?? randomBytes(12).toString('base64url');
  if (file !== null) await writeSavedAccess(file, { url, email: EMAIL, password });
  const organizationId = firstOrganization?.id ?? (await provisionFirst(catalogue, config, password));
  if (config.demo === 'catalogue') await seedDemo(catalogue, config, organizationId);
  const token = await issueToken(catalogue, organizationId);
  if (file !== null) await writeSavedAccess(file, { url, email: EMAIL, password, token });
  return { url, email: EMAIL, password, token, keptIn: file };
}

async function provisionFirst(
  { clock, database }: AppContext,
  { demo }: Config,
  password: string,
): Promise<string> {
  const { name, slug, ownerName } = ORGANIZATIONS[demo];
  const owner = { name: ownerName, email: EMAIL, password };
  const { organizationId } = await provisionOrganization(
    { owner: database.owner, clock },
    { name, slug, owner },
    MODULES,
  );
  return organizationId;
}

/** Makes demo data; a start that was killed in the middle of it is continued. */
async function seedDemo({ runner }: AppContext, config: Config, organizationId: string): Promise<void> {
  const session = systemSession(organizationId, { door: 'system', requestId: newId() });
  const write: DemoWriter = async (operation, input) =>
    (await runner.write(session, operation, input)).output;
  await seedDemoCatalogue(write, await openMediaStorage(config));
}

async function issueToken({ database, runner }: AppContext, organizationId: string): Promise<string> {
  const origin = { door: 'command-line', requestId: newId() } as const;
  const session = await openUserSession(database.owner, organizationId, EMAIL, origin);
  if (session === null) throw new Error(`${EMAIL} is not a member of the first organization.`);
  const { output } = await runner.write(session, createAccessToken, { name: 'Development', scopes: SCOPES });
  return output.token;
}

async function readSavedAccess(file: string): Promise<SavedAccess | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return SAVED_ACCESS.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Replaces the file as a whole, so that a start that is killed leaves the old one or the new one. */
async function writeSavedAccess(file: string, storedAccess: SavedAccess): Promise<void> {
  const { url, email, password, token } = storedAccess;
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify({ url, email, password, token }, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
