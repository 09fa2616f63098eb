// Risk: an attribute set is saved as something else than its page shows before the save.
import { print } from 'graphql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestOrganization, type TestOrganization } from '../support/catalogue.ts';
import { seedDemo } from '../support/demo.ts';
import { seededRandom } from '../support/seeded-random.ts';

let catalogue: TestOrganization;

vi.mock('../../src/console/api/request.ts', () => ({
  request: async (document: Parameters<typeof print>[0], variables: object) => {
    const { data, errors } = await catalogue.execute(print(document), { ...variables, words: 'en_US' });
    if (errors !== undefined) throw errors[0];
    return data;
  },
}));

/** Loads a module of the console, which is checked with the settings of the browser and not with those of this file. */
const importConsole = (path: string): Promise<unknown> => import(`../../src/console/${path}`);

interface Attribute {
  readonly code: string;
}
interface AttributeSet extends Attribute {
  readonly version: number;
  readonly channels: readonly Attribute[];
}
interface Change {
  readonly name: string;
  readonly base: unknown;
  readonly value: unknown;
}
type Draft = Readonly<Record<string, Omit<Change, 'name'>>>;
type Members = readonly { readonly attribute: Attribute }[];
interface Content {
  readonly members: Members;
  readonly required: ReadonlySet<string>;
  readonly roles: Readonly<Record<string, string | null>>;
  readonly layouts: readonly (Attribute & {
    readonly levels: readonly { readonly axes: readonly Attribute[] }[];
  })[];
}
interface Edits {
  set(cells: readonly { row: string; column: string; isOn: boolean }[]): readonly Change[];
  add(attributes: readonly Attribute[]): readonly Change[];
  remove(code: string): readonly Change[];
  move(code: string, way: 'up' | 'down'): readonly Change[];
  place(code: string, target: { row: string; side: 'before' | 'after' }): readonly Change[];
}

const CONTENT = 'pages/attribute-sets/content';
const { contentEdits } = (await importConsole(`${CONTENT}/edit-content.ts`)) as {
  contentEdits(set: AttributeSet, draft: Draft): Edits;
};
const { codesOf, contentOfDraft, groupMembers } = (await importConsole(`${CONTENT}/set-content.ts`)) as {
  codesOf(members: Members): readonly string[];
  contentOfDraft(set: AttributeSet, draft: Draft): Content;
  groupMembers(members: Members): readonly { group: Attribute | null; members: Members }[];
};
const { createContent, writeContent } = (await importConsole(`${CONTENT}/write-content.ts`)) as Record<
  'createContent' | 'writeContent',
  (draft: Draft, set: AttributeSet) => object
>;
const { loadAttributes, loadSet } = (await importConsole('pages/attribute-sets/set-documents.ts')) as {
  loadAttributes(search: string, after: null, signal: AbortSignal): Promise<{ nodes: readonly Attribute[] }>;
  loadSet(code: string): Promise<AttributeSet | null>;
};
const { isSame } = (await importConsole('catalogue/model/draft.ts')) as {
  isSame(one: unknown, other: unknown): boolean;
};

beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
}, 60_000);
afterAll(() => catalogue?.close());

const APPLY = `mutation Apply($input: ApplyModelInput!) {
  applyModel(input: $input) { __typename ... on Problem { detail errors { path message } } }
}`;

async function save(item: object): Promise<void> {
  const { data } = await catalogue.execute(APPLY, { input: { attributeSets: [item] } });
  expect(data).toEqual({ applyModel: { __typename: 'ApplyModelPayload' } });
}

async function load(code: string) {
  const set = await loadSet(code);
  if (set === null) throw new Error(`The set ${code} does not exist.`);
  return set;
}

/** What the page shows: attributes by group in their order, and the requirements. */
const shown = (content: Content) => ({
  groups: groupMembers(content.members).map(({ group, members }) => [group?.code ?? null, codesOf(members)]),
  required: [...content.required].toSorted(),
  roles: content.roles,
  layouts: content.layouts.map(({ code }) => code),
});

test('what the page of a set writes is what it shows, over random edits', async () => {
  const random = seededRandom();
  const { nodes: attributes } = await loadAttributes('', null, new AbortController().signal);
  for (let round = 0; round < 25; round += 1) {
    const set = await load('lamp');
    const columns = ['*', ...set.channels.map(({ code }) => code)];
    let draft: Draft = {};
    for (let step = 0; step < 8; step += 1) {
      const { members, roles, layouts } = contentOfDraft(set, draft);
      const fixed = [
        roles.LABEL,
        roles.IMAGE,
        ...layouts.flatMap(({ levels }) => levels.flatMap(({ axes }) => axes.map(({ code }) => code))),
      ];
      const edits = contentEdits(set, draft);
      const code = random.pick(codesOf(members));
      const changes = [
        () => edits.set([{ row: code, column: random.pick(columns), isOn: random.integer(0, 1) === 1 }]),
        () => edits.move(code, random.pick(['up', 'down'] as const)),
        () =>
          edits.place(code, {
            row: random.pick(codesOf(members)),
            side: random.pick(['before', 'after'] as const),
          }),
        () => edits.add([random.pick(attributes)]),
        () => (fixed.includes(code) ? [] : edits.remove(code)),
      ][random.integer(0, 4)]?.();
      for (const { name, base, value } of changes ?? []) {
        const { [name]: _previous, ...others } = draft;
        draft = isSame(base, value) ? others : { ...others, [name]: { base, value } };
      }
    }
    const expected = shown(contentOfDraft(set, draft));
    await save({ code: 'lamp', ifVersion: set.version, ...writeContent(draft, set) });
    expect(shown(contentOfDraft(await load('lamp'), {}))).toEqual(expected);
  }
}, 60_000);

test('a copy of a set has its content', async () => {
  const lamp = await load('lamp');
  await save({ code: 'copied_lamp', ...createContent({}, lamp) });
  expect(shown(contentOfDraft(await load('copied_lamp'), {}))).toEqual(shown(contentOfDraft(lamp, {})));
});

test('two people who change different attributes of a set both count', async () => {
  const before = await load('light_bulb');
  const changesOf = (changes: readonly Change[]) =>
    Object.fromEntries(changes.map(({ name, base, value }) => [name, { base, value }]));
  const edits = contentEdits(before, {});
  const mine = changesOf(edits.set([{ row: 'story', column: 'webshop', isOn: true }]));
  const theirs = changesOf([
    ...edits.set([{ row: 'gtin', column: '*', isOn: true }]),
    ...edits.remove('dimmable'),
  ]);
  await save({ code: before.code, ifVersion: before.version, ...writeContent(theirs, before) });
  await save({ code: before.code, ifVersion: before.version, ...writeContent(mine, before) });
  const content = contentOfDraft(await load('light_bulb'), {});
  expect([content.required.has('webshop/story'), content.required.has('*/gtin')]).toEqual([true, true]);
  expect(codesOf(content.members)).not.toContain('dimmable');
});
