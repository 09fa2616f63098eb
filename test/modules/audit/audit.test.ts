// Risk: the audit log names nobody, hides changes, or shows entries to people who may not read them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import { defineWrite, type WriteContext, type WriteOperation } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { deleteAttribute, updateAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { listAuditEntries } from '../../../src/modules/audit/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { removeMember, setMemberRole } from '../../../src/modules/organization/index.ts';
import { recordAuditEntry } from '../../../src/platform/audit/record-audit.ts';
import {
  addMember,
  createTestOrganization,
  sessionOf,
  type TestOrganization,
} from '../../support/catalogue.ts';

let catalogue: TestOrganization;
let ada: string;
let bob: string;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { organizationId } = catalogue.owner;
  ada = encodeId('User', await addMember(catalogue.database, organizationId, 'editor'));
  bob = encodeId('User', await addMember(catalogue.database, organizationId, 'viewer'));
  await run(upsertLocales, { items: [{ patch: { code: 'en_US', enabled: true } }], ...BATCH });
  await run(setMemberRole, { userId: ada, role: 'manager' });
  await run(signIn, { userId: bob, name: 'Bob Miller' });
  await run(removeMember, { userId: bob });
  await run(upsertAttributes, {
    items: [
      { patch: { code: 'finish', type: 'text', labels: { en_US: 'Finish' } } },
      { patch: { code: 'shade', type: 'text', labels: { en_US: 'Shade' } } },
    ],
    ...BATCH,
  });
  await run(updateAttribute, { patch: { code: 'finish', labels: { en_US: 'Surface' } } }, ANNA());
  await run(deleteAttribute, { patch: { code: 'shade' } });
  await run(endImport, {});
});
afterAll(() => catalogue.close());

const BATCH = { mode: 'upsert', errorPolicy: 'reject_all' } as const;
const ANNA = (): Session => ({ ...catalogue.owner, actor: { type: 'user', id: ada, name: 'Anna' } });
const run = (operation: unknown, input: unknown, session: Session = catalogue.owner): Promise<unknown> =>
  catalogue.runner.write(session, operation as WriteOperation<WriteContext, unknown, object>, input);

const signIn = defineWrite({
  name: 'signIn',
  scope: 'authenticated',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { userId, name }: { readonly userId: string; readonly name: string }) {
    await recordAuditEntry(context, {
      organizationId: context.session.organizationId,
      kind: 'session.signed_in',
      at: context.now,
      actor: { type: 'user', id: userId, name },
      data: { address: '192.0.2.1' },
      requestId: 'r-1',
    });
    return {};
  },
});

const JOB = '01a21b91-450d-7918-baee-40dd5c95a5ed';
const endImport = defineWrite({
  name: 'endImport',
  scope: 'authenticated',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext) {
    context.emit({
      resource: 'import',
      verb: 'completed',
      objectId: JOB,
      ref: 'lamps',
      version: 2,
      changes: [],
      data: { status: 'completed', progress: { processed: 3, created: 2, updated: 1 } },
    });
    return {};
  },
});

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}
async function audit(args: string, session?: Session, fields = ''): Promise<readonly Entry[]> {
  const filter = args === '' ? '' : `(${args})`;
  const { data, errors } = await catalogue.execute(
    `{ auditEntries${filter} { nodes { id at kind ${fields} } } }`,
    {},
    session,
  );
  expect(errors).toBeUndefined();
  return (data as { auditEntries: { nodes: Entry[] } }).auditEntries.nodes;
}
const kinds = async (args: string, session?: Session) => (await audit(args, session)).map(({ kind }) => kind);

test('lists entries and changes in one order, with names, labels and values before and after', async () => {
  const entries = await audit(
    'first: 20',
    undefined,
    `area actor { name } object { type id code label deleted } changes { path locale old new } data sequence revert`,
  );
  expect(entries.map(({ kind }) => kind)).toEqual([
    'import.completed',
    'attribute.deleted',
    'attribute.updated',
    'attribute.created',
    'attribute.created',
    'member.removed',
    'session.signed_in',
    'member.role_changed',
    'locale.created',
  ]);
  const of = (kind: string) => entries.find((entry) => entry.kind === kind);
  expect(of('attribute.updated')).toMatchObject({
    area: 'MODEL',
    actor: { name: 'Anna' },
    object: { type: 'attribute', code: 'finish', label: 'Surface', deleted: false },
    changes: [{ path: 'labels', locale: 'en_US', old: 'Finish', new: 'Surface' }],
    sequence: expect.stringMatching(/^\d+$/),
    revert: false,
  });
  expect(of('attribute.deleted')).toMatchObject({
    object: { code: 'shade', label: 'Shade', deleted: true },
    changes: expect.arrayContaining([{ path: 'labels', locale: 'en_US', old: 'Shade', new: null }]),
  });
  // Somebody who was removed has the name of the last sign-in.
  expect(of('member.removed')).toMatchObject({
    area: 'MEMBERS',
    object: { type: 'user', id: bob, label: 'Bob Miller', deleted: true },
    changes: [{ path: 'role', locale: null, old: 'viewer', new: null }],
    sequence: null,
  });
  expect(of('member.role_changed')).toMatchObject({
    object: { type: 'user', id: ada, label: expect.any(String), deleted: false },
    changes: [{ path: 'role', old: 'editor', new: 'manager' }],
  });
  expect(of('import.completed')).toMatchObject({
    area: 'DATA_FLOWS',
    object: { type: 'job', id: encodeId('Job', JOB), label: 'lamps' },
    data: { progress: { created: 2 } },
    sequence: null,
  });
});

test('is limited by area, kind, person, object and period', async () => {
  expect(await kinds('areas: [MEMBERS, DATA_FLOWS]')).toEqual([
    'import.completed',
    'member.removed',
    'member.role_changed',
  ]);
  expect(await kinds('areas: [SETTINGS]')).toEqual(['locale.created']);
  expect(await kinds('kind: "attribute.deleted"')).toEqual(['attribute.deleted']);
  expect(await kinds('kind: "member.removed"')).toEqual(['member.removed']);
  expect(await kinds('kind: "member.removed", areas: [MODEL]')).toEqual([]);
  expect(await kinds(`actor: "${ada}"`)).toEqual(['attribute.updated']);
  expect(await kinds(`actor: "${bob}"`)).toEqual(['session.signed_in']);
  expect(await kinds(`object: "${bob}"`)).toEqual(['member.removed']);
  const [deletion] = await audit('kind: "attribute.deleted"', undefined, 'object { id }');
  const objectId = (deletion?.object as { readonly id: string } | undefined)?.id;
  expect(await kinds(`object: "${objectId}"`)).toEqual(['attribute.deleted', 'attribute.created']);
  const [change] = await audit('kind: "attribute.updated"');
  expect(await kinds(`since: "${change?.at}", areas: [MODEL]`)).toContain('attribute.updated');
  expect(await kinds(`until: "${change?.at}", areas: [MODEL]`)).not.toContain('attribute.updated');
  expect(await kinds('until: "2020-01-01T00:00:00Z"')).toEqual([]);
  expect(await kinds('since: "2100-01-01T00:00:00Z"')).toEqual([]);
});

test('pages through both sources without gaps or repetitions, and counts', async () => {
  const all = await audit('first: 100');
  for (const size of [1, 2, 4]) {
    const ids: string[] = [];
    let after: string | null = null;
    let total = 0;
    do {
      const { data } = await catalogue.execute(
        `query ($after: String, $size: Int!) { auditEntries(first: $size, after: $after) {
           totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`,
        { after, size },
      );
      const page = (data as { auditEntries: unknown }).auditEntries as {
        totalCount: number;
        nodes: { id: string }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      ids.push(...page.nodes.map(({ id }) => id));
      total = page.totalCount;
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(total).toBe(all.length);
  }
});

test('an entry is read by its id, whether it is an entry or a change', async () => {
  for (const { id, kind } of await audit('first: 100')) {
    const { data } = await catalogue.execute(
      'query ($id: ID!) { node(id: $id) { ... on AuditEntry { kind } } }',
      {
        id,
      },
    );
    expect(data).toEqual({ node: { kind } });
  }
});

test('shows nothing of other organizations, and no kinds that the caller cannot read', async () => {
  const stranger = await catalogue.addOrganization('Other');
  expect(await kinds('first: 100', stranger)).toEqual([]);
  const [own] = await audit('kind: "attribute.updated"');
  const { data } = await catalogue.execute(
    'query ($id: ID!) { node(id: $id) { id } }',
    { id: own?.id },
    stranger,
  );
  expect(data).toEqual({ node: null });
  const { organizationId } = catalogue.owner;
  const reader = sessionOf(organizationId, 'owner', ['settings:read']);
  expect(await kinds('areas: [MODEL, SETTINGS, DATA_FLOWS]', reader)).toEqual(['locale.created']);
  expect(await kinds('kind: "attribute.updated"', reader)).toEqual([]);
  const other = sessionOf(organizationId, 'owner', ['attributes:read']);
  await expect(catalogue.runner.read(other, listAuditEntries, {})).rejects.toMatchObject({
    code: 'insufficient-scope',
  });
});

test('refuses kinds and objects that do not exist', async () => {
  const refuse = async (args: string) => {
    const { errors } = await catalogue.execute(`{ auditEntries(${args}) { nodes { id } } }`);
    return errors?.[0]?.message;
  };
  expect(await refuse('kind: "attribute.update"')).toContain("'attribute.updated'");
  expect(await refuse('kind: "product.updated"')).toContain('product.updated');
  expect(await refuse('object: "finish"')).toContain("'finish'");
});
