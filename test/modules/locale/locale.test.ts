// Risk: configuration is half-written, versions or ledger rows appear without a change, or a circle gets stored.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

const UPSERT = `mutation ($items: [CreateLocaleInput!]!, $policy: ErrorPolicy! = REJECT_FAILED) {
  upsertLocales(items: $items, errorPolicy: $policy) {
    __typename
    ... on UpsertPayload { created updated unchanged failed results { code outcome problem { code errors { code path suggestions } } } }
    ... on ValidationFailed { errors { code path } }
  }
}`;

test('writes the good items of a batch, reports the others and lets later items refer to earlier ones', async () => {
  const items = [
    { code: 'de_DE', enabled: true },
    { code: 'de_AT', enabled: true, fallback: 'DE_de' },
    { code: 'fr', enabled: true },
    { code: 'fr_FR', fallback: 'de_DD' },
  ];
  const result = await catalogue.execute(UPSERT, { items });
  expect(result).toEqual({
    data: {
      upsertLocales: {
        __typename: 'UpsertPayload',
        created: 2,
        updated: 0,
        unchanged: 0,
        failed: 2,
        results: [
          { code: 'de_DE', outcome: 'CREATED', problem: null },
          { code: 'de_AT', outcome: 'CREATED', problem: null },
          {
            code: 'fr',
            outcome: 'FAILED',
            problem: {
              code: 'validation-failed',
              errors: [{ code: 'invalid-code', path: ['code'], suggestions: [] }],
            },
          },
          {
            code: 'fr_FR',
            outcome: 'FAILED',
            problem: {
              code: 'validation-failed',
              errors: [{ code: 'reference-not-found', path: ['fallback'], suggestions: [] }],
            },
          },
        ],
      },
    },
  });
});

test('answers an unchanged write without version or event and a dry run without any trace', async () => {
  const update = `mutation ($fallback: String, $dryRun: Boolean!) {
    updateLocale(code: "de_at", input: { fallback: $fallback }, dryRun: $dryRun) {
      ... on LocalePayload { outcome dryRun locale { id code fallback { code } version } }
    }
  }`;
  const same = await catalogue.execute(update, { fallback: 'de_DE', dryRun: false });
  expect(same.data?.updateLocale).toMatchObject({
    outcome: 'UNCHANGED',
    locale: { code: 'de_AT', version: 1 },
  });
  const dry = await catalogue.execute(update, { fallback: null, dryRun: true });
  expect(dry.data?.updateLocale).toMatchObject({
    outcome: 'UPDATED',
    dryRun: true,
    locale: { fallback: null, version: 2 },
  });
  expect(JSON.stringify(dry.data)).toContain('"id":"dry_loc_');
  const read = await catalogue.execute(
    '{ locale(code: "de_AT") { version fallback { code } } locales(enabled: true) { totalCount nodes { code } } }',
  );
  expect(read).toEqual({
    data: {
      locale: { version: 1, fallback: { code: 'de_DE' } },
      locales: { totalCount: 2, nodes: [{ code: 'de_AT' }, { code: 'de_DE' }] },
    },
  });
});

test('refuses a circle of fallbacks and a deletion of what stands in for others', async () => {
  const result = await catalogue.execute(`mutation {
    circle: updateLocale(code: "de_DE", input: { fallback: "de_AT" }) { ... on ValidationFailed { errors { code message } } }
    used: deleteLocale(code: "de_DE") { ... on Conflict { code status usedBy { type code } } }
    gone: deleteLocale(code: "de_AT") { ... on DeletePayload { code } }
  }`);
  expect(result.data).toEqual({
    circle: {
      errors: [
        { code: 'cycle', message: 'The fallbacks would go round in a circle: de_DE → de_AT → de_DE.' },
      ],
    },
    used: { code: 'resource-in-use', status: 409, usedBy: [{ type: 'Locale', code: 'de_AT' }] },
    gone: { code: 'de_AT' },
  });
});

test('writes a batch in a constant number of statements', async () => {
  const batch = async (codes: readonly string[]) => {
    catalogue.takeStatements();
    await catalogue.execute(UPSERT, { items: codes.map((code) => ({ code })) });
    return catalogue.takeStatements();
  };
  const few = await batch(['it_IT', 'es_ES', 'pt_PT']);
  expect(few.slice(0, 6)).toEqual([
    ...['BEGIN', 'structure.lock', 'locale.load', 'locale.load_all', 'locale.insert', 'structure.bump'],
  ]);
  // Texts are found by columns per locale: what follows reads the configuration, whatever the size of the batch.
  expect(few.slice(-2)).toEqual(['ledger.append', 'COMMIT']);
  expect(await batch(['cs_CZ', 'hu_HU', 'ro_RO', 'bg_BG', 'uk_UA', 'sk_SK'])).toEqual(few);
});

test('answers each item of a batch with the id that reads the object', async () => {
  const upsert = `mutation ($dryRun: Boolean!) {
    upsertLocales(items: [{ code: "nl_NL" }], dryRun: $dryRun) { ... on UpsertPayload { results { id } } }
  }`;
  const dry = await catalogue.execute(upsert, { dryRun: true });
  expect(JSON.stringify(dry.data)).toMatch(/"id":"dry_loc_[0-9a-f]{32}"/);
  const real = await catalogue.execute(upsert, { dryRun: false });
  const [, id] = /"id":"([^"]+)"/.exec(JSON.stringify(real.data)) ?? [];
  const read = await catalogue.execute('query ($id: ID!) { node(id: $id) { id ... on Locale { code } } }', {
    id,
  });
  expect(read.data).toEqual({ node: { id, code: 'nl_NL' } });
});
