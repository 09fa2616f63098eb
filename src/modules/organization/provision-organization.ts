import type pg from 'pg';
import type { Clock } from '../../kernel/clock.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import type { NewEvent } from '../../kernel/event.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { DomainModule, Transaction, WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Role } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { recordAuditEntry } from '../../platform/audit/record-audit.ts';
import { hashPassword } from '../../platform/authentication/password.ts';
import { createPendingStatements } from '../../platform/bulk-write/pending-statements.ts';
import { withOwnerTransaction } from '../../platform/database/owner-transaction.ts';
import { appendEvents } from '../../platform/ledger/append-events.ts';
import { newId } from '../../platform/new-id.ts';
import { systemSession } from '../../platform/operation/system-session.ts';
import {
  bindToOrganization,
  findUserByEmail,
  insertMember,
  insertOrganization,
  insertUser,
} from './user.store.ts';
import { type NewUser, normalizeEmail, userProblems } from './user-rules.ts';

/** Dependencies of the set-up: the owner role, because no organization exists yet. */
export interface ProvisionContext {
  readonly owner: pg.Pool;
  readonly clock: Clock;
  readonly requestId?: string;
}

export interface NewOrganization {
  readonly name: string;
  /** Unique on the server; taken from the id when left out. */
  readonly slug?: string;
  /** Becomes the owner. A person who already has this address is taken as they are, password included. */
  readonly owner: NewUser;
}

/**
 * Makes an organization complete: person, membership, settings, event counter and the seeds of all modules, in one
 * transaction. For the first start, the command line and tests.
 *
 * @throws ValidationFailed for a person that breaks a rule.
 */
export async function provisionOrganization(
  setUp: ProvisionContext,
  organization: NewOrganization,
  modules: readonly DomainModule[],
): Promise<{ readonly organizationId: string; readonly userId: string }> {
  const now = setUp.clock.now();
  const organizationId = newId();
  const session = systemSession(organizationId, {
    door: 'system',
    requestId: setUp.requestId ?? newId(),
  });
  const { name, slug = organizationId.replaceAll('-', '') } = organization;
  return withOwnerTransaction(setUp.owner, async (transaction) => {
    const userId = await ensureUser(transaction, organization.owner, now);
    await insertOrganization(transaction, { id: organizationId, name, slug, now });
    await insertMember(transaction, { id: newId(), organizationId, userId, role: 'owner', now });
    await bindToOrganization(transaction, organizationId);
    await auditMember(transaction, session, userId, 'owner', now);
    await seed(transaction, session, now, modules);
    return { organizationId, userId };
  });
}

/** Seeds one module after the other; their events are the transaction's last statement. */
async function seed(
  transaction: Transaction,
  session: Session,
  now: Date,
  modules: readonly DomainModule[],
): Promise<void> {
  const events: NewEvent[] = [];
  const pendingResults = createPendingStatements();
  const context: WriteContext = {
    ...transaction,
    session,
    modules,
    now,
    dryRun: false,
    mayRead: true,
    trace: null,
    emit: (event) => void events.push(event),
    // Nobody can have cached anything of an organization that does not exist yet.
    afterCommit: () => undefined,
    enqueue: () => undefined,
    ...pendingResults,
  };
  for (const module of modules) await module.seed?.(context);
  await pendingResults.awaitStatements();
  await appendEvents(transaction, session, now, events);
}

/**
 * Makes a person who can sign in, as yet a member of nothing; answers their UUID.
 *
 * @throws ValidationFailed, also when the address is taken.
 */
export async function createUser(setUp: ProvisionContext, person: NewUser): Promise<string> {
  const now = setUp.clock.now();
  return withOwnerTransaction(setUp.owner, async (transaction) => {
    const userId = await tryInsert(transaction, person, now);
    if (userId !== null) return userId;
    const message = localized('email-taken', { email: normalizeEmail(person.email) });
    throw ValidationFailed.of([fieldProblem('not-unique', ['email'], message, { value: person.email })]);
  });
}

/** Makes a person a member; whoever is one already keeps their role. Answers whether anything changed. */
export async function addMember(
  setUp: ProvisionContext,
  member: { readonly organizationId: string; readonly userId: string; readonly role: Role },
): Promise<boolean> {
  const now = setUp.clock.now();
  const { organizationId, userId, role } = member;
  const session = systemSession(organizationId, {
    door: 'system',
    requestId: setUp.requestId ?? newId(),
  });
  return withOwnerTransaction(setUp.owner, async (transaction) => {
    const added = await insertMember(transaction, { ...member, id: newId(), now });
    if (added) await auditMember(transaction, session, userId, role, now);
    return added;
  });
}

async function ensureUser(transaction: Transaction, person: NewUser, now: Date): Promise<string> {
  const existingPerson = await findUserByEmail(transaction, normalizeEmail(person.email));
  if (existingPerson !== null) return existingPerson.id;
  const userId = await tryInsert(transaction, person, now);
  if (userId !== null) return userId;
  // Somebody else stored the person in the time between.
  const other = await findUserByEmail(transaction, normalizeEmail(person.email));
  if (other === null) throw new Error('The person could neither be stored nor found.');
  return other.id;
}

async function tryInsert(transaction: Transaction, person: NewUser, now: Date): Promise<string | null> {
  const problems = userProblems(person);
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const id = newId();
  const inserted = await insertUser(transaction, {
    id,
    accountId: newId(),
    name: person.name.trim(),
    email: normalizeEmail(person.email),
    passwordHash: await hashPassword(person.password),
    now,
  });
  return inserted ? id : null;
}

function auditMember(
  transaction: Transaction,
  { organizationId, actor, requestId }: Session,
  userId: string,
  role: Role,
  at: Date,
): Promise<void> {
  const data = { user_id: encodeId('User', userId), role };
  return recordAuditEntry(transaction, { organizationId, kind: 'member.added', at, actor, data, requestId });
}
