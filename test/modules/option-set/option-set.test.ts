// Risk: options get lost with their set, are mixed up between sets, or vanish while products have them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { loadOptionLookups, upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { pgTransaction } from '../../../src/platform/database/transaction.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'Colors' }, { code: 'finishes' }]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'Red', optionSet: 'colors', sortOrder: 2, labels: { en_US: 'Red', de_DE: 'Rot' } },
    { code: 'blue', optionSet: 'Colors', sortOrder: 1 },
    { code: 'red', optionSet: 'finishes' },
  ]);
});
afterAll(() => catalogue.close());

const lastEvents = async (count: number) => {
  const { rows } = await catalogue.database.owner.query(
    `SELECT resource, verb, ref, version, data FROM ledger.event WHERE organization_id = $1
     ORDER BY sequence DESC LIMIT $2`,
    [catalogue.owner.organizationId, count],
  );
  return rows.reverse();
};

test('creates a set and options in it, the same code once per set', async () => {
  const result = await catalogue.execute(`mutation {
    set: createOptionSet(input: { code: "sizes", sort: CODE, labels: [{ locale: "en_US", text: "Sizes" }] }) {
      ... on OptionSetPayload { outcome optionSet { code sort labels { locale text } optionsCount } }
    }
    option: createOption(input: {
      optionSet: "SIZES", code: "X-L", sortOrder: 3, synonyms: [" extra large "], swatch: { color: "#1E90FF" }
    }) {
      ... on OptionPayload {
        outcome option { code label sortOrder active synonyms swatch { color media { code } } optionSet { code optionsCount } version }
      }
    }
    again: createOption(input: { optionSet: "sizes", code: "x-l" }) { ... on Conflict { code detail } }
    elsewhere: createOption(input: { optionSet: "finishes", code: "x-l" }) { ... on OptionPayload { outcome } }
  }`);
  expect(result.data).toEqual({
    set: {
      outcome: 'CREATED',
      optionSet: {
        code: 'sizes',
        sort: 'CODE',
        labels: [{ locale: 'en_US', text: 'Sizes' }],
        optionsCount: 0,
      },
    },
    option: {
      outcome: 'CREATED',
      option: {
        code: 'X-L',
        label: '[X-L]',
        sortOrder: 3,
        active: true,
        synonyms: ['extra large'],
        swatch: { color: '#1E90FF', media: null },
        optionSet: { code: 'sizes', optionsCount: 1 },
        version: 1,
      },
    },
    again: { code: 'duplicate-code', detail: "There is already an option 'X-L'." },
    elsewhere: { outcome: 'CREATED' },
  });
});

test('resolves set and code in either case, leaves what is the same alone and merges labels', async () => {
  const update = `mutation ($input: UpdateOptionInput!, $dryRun: Boolean! = false) {
    updateOption(optionSet: "COLORS", code: "RED", input: $input, dryRun: $dryRun) {
      ... on OptionPayload { outcome option { code version sortOrder labels { locale text } } }
    }
  }`;
  const run = async (input: object, dryRun = false) =>
    (await catalogue.execute(update, { input, dryRun })).data?.updateOption;
  const labels = [
    { locale: 'de_DE', text: 'Rot' },
    { locale: 'en_US', text: 'Red' },
  ];
  expect(await run({ sortOrder: 2, active: true })).toEqual({
    outcome: 'UNCHANGED',
    option: { code: 'Red', version: 1, sortOrder: 2, labels },
  });
  expect(await run({ sortOrder: 9 }, true)).toMatchObject({ outcome: 'UPDATED', option: { version: 2 } });
  expect(await run({ labels: [{ locale: 'en_US', text: 'Bright red' }] })).toEqual({
    outcome: 'UPDATED',
    option: {
      code: 'Red',
      version: 2,
      sortOrder: 2,
      labels: [
        { locale: 'de_DE', text: 'Rot' },
        { locale: 'en_US', text: 'Bright red' },
      ],
    },
  });
  expect(await lastEvents(1)).toEqual([
    { resource: 'option', verb: 'updated', ref: 'Red', version: 2, data: { option_set: 'Colors' } },
  ]);
  const read = await catalogue.execute(`{
    option(optionSet: "colors", code: "red") { code optionSet { code } }
    finish: option(optionSet: "finishes", code: "red") { code optionSet { code } }
    missing: option(optionSet: "finishes", code: "blue") { code }
  }`);
  expect(read.data).toEqual({
    option: { code: 'Red', optionSet: { code: 'Colors' } },
    finish: { code: 'red', optionSet: { code: 'finishes' } },
    missing: null,
  });
});

test('refuses options without set, with codes, swatches and synonyms that cannot be, naming each field', async () => {
  const result = await catalogue.execute(
    `mutation ($items: [CreateOptionInput!]!) { upsertOptions(items: $items) {
      ... on UpsertPayload { failed results { problem { errors { code path message suggestions } } } }
    } }`,
    {
      items: [
        { optionSet: 'color', code: 'red' },
        { optionSet: 'colors', code: 'light blue' },
        { optionSet: 'colors', code: 'a', swatch: { color: 'rgb(0,0,0)' } },
        { optionSet: 'colors', code: 'b', swatch: { media: 'picture' } },
        { optionSet: 'colors', code: 'c', synonyms: ['Rot', ' rot', ' '] },
      ],
    },
  );
  const errors = (result.data as { upsertOptions: { results: { problem: { errors: object[] } }[] } })
    .upsertOptions.results;
  expect(errors.map(({ problem }) => problem.errors)).toEqual([
    [
      {
        code: 'reference-not-found',
        path: ['optionSet'],
        message: "There is no option set 'color'. Did you mean 'Colors'?",
        suggestions: ['Colors'],
      },
    ],
    [
      {
        code: 'invalid-code',
        path: ['code'],
        message: "'light blue' is not a valid code. Use 1 to 100 letters, digits, underscores or hyphens.",
        suggestions: [],
      },
    ],
    [
      {
        code: 'invalid-format',
        path: ['swatch', 'color'],
        message: 'A color is hexadecimal, such as #1E90FF.',
        suggestions: [],
      },
    ],
    [
      {
        code: 'media-not-found',
        path: ['swatch', 'media'],
        message: "There is no media file 'picture'.",
        suggestions: [],
      },
    ],
    [
      {
        code: 'duplicate-item',
        path: ['synonyms', '1'],
        message: "'rot' occurs twice among the synonyms.",
        suggestions: [],
      },
      {
        code: 'too-short',
        path: ['synonyms', '2'],
        message: 'A synonym has at least one character.',
        suggestions: [],
      },
    ],
  ]);
});

test('refuses to delete an option that products or defaults have, counting deleted products, but lets it go out of use', async () => {
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'color', type: 'select', optionSet: 'colors' },
    { code: 'tones', type: 'multi_select', optionSet: 'colors', localizable: false },
    { code: 'finish', type: 'select', optionSet: 'finishes', defaultValue: 'red' },
  ]);
  const made = await catalogue.execute(`mutation {
    a: createProduct(input: { sku: "A", values: [{ attribute: "color", value: "red" }] }) { __typename }
    b: createProduct(input: { sku: "B", values: [{ attribute: "tones", value: ["blue", "red"] }] }) { __typename }
    c: createProduct(input: { sku: "C", values: [{ attribute: "color", value: "blue" }] }) { __typename }
    gone: deleteProduct(ref: "A") { __typename }
  }`);
  expect(made.errors).toBeUndefined();
  const result = await catalogue.execute(`mutation {
    red: deleteOption(optionSet: "colors", code: "RED") { ... on Conflict { code detail usedBy { type code } } }
    finish: deleteOption(optionSet: "finishes", code: "red") { ... on Conflict { usedBy { type code } } }
    unused: deleteOption(optionSet: "finishes", code: "x-l") { ... on DeletePayload { code } }
    inactive: updateOption(optionSet: "colors", code: "red", input: { active: false }) {
      ... on OptionPayload { outcome option { active } }
    }
    written: updateProduct(ref: "C", input: { values: [{ attribute: "color", value: "red" }] }) {
      ... on ValidationFailed { errors { code } }
    }
  }`);
  expect(result.data).toEqual({
    red: {
      code: 'resource-in-use',
      detail:
        "The option 'Red' is used by product 'A', product 'B'. Deleted ones count as long as they can be restored.",
      usedBy: [
        { type: 'Product', code: 'A' },
        { type: 'Product', code: 'B' },
      ],
    },
    finish: { usedBy: [{ type: 'Attribute', code: 'finish' }] },
    unused: { code: 'x-l' },
    inactive: { outcome: 'UPDATED', option: { active: false } },
    written: { errors: [{ code: 'option-inactive' }] },
  });
});

test('deletes an unused set with its options, each with its event, and keeps a used one', async () => {
  const used = await catalogue.execute(`mutation {
    deleteOptionSet(code: "COLORS") { ... on Conflict { code detail } }
  }`);
  expect(used.data?.deleteOptionSet).toEqual({
    code: 'resource-in-use',
    detail: "The option set 'Colors' is used by attribute 'color', attribute 'tones'.",
  });
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'seasons' }]);
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'summer', optionSet: 'seasons' },
    { code: 'winter', optionSet: 'seasons' },
  ]);
  const dry = await catalogue.execute(
    'mutation { deleteOptionSet(code: "seasons", dryRun: true) { ... on DeletePayload { code dryRun } } }',
  );
  expect(dry.data?.deleteOptionSet).toEqual({ code: 'seasons', dryRun: true });
  const gone = await catalogue.execute(
    'mutation { deleteOptionSet(code: "seasons") { ... on DeletePayload { code } } }',
  );
  expect(gone.data?.deleteOptionSet).toEqual({ code: 'seasons' });
  const event = { verb: 'deleted', version: 2 };
  expect(await lastEvents(3)).toEqual([
    { ...event, resource: 'option', ref: 'summer', data: { option_set: 'seasons' } },
    { ...event, resource: 'option', ref: 'winter', data: { option_set: 'seasons' } },
    { ...event, resource: 'option_set', ref: 'seasons', data: {} },
  ]);
  expect((await catalogue.execute('{ options(optionSet: "seasons") { totalCount } }')).data).toEqual({
    options: null,
  });
});

test('writes a batch of options in a constant number of statements', async () => {
  catalogue.takeStatements();
  const items = Array.from({ length: 400 }, (_, index) => ({ optionSet: 'sizes', code: `s${index}` }));
  await catalogue.execute(
    'mutation ($items: [CreateOptionInput!]!) { upsertOptions(items: $items) { __typename } }',
    { items },
  );
  expect(catalogue.takeStatements()).toEqual([
    'BEGIN',
    'structure.lock',
    'option.load',
    'option_set.load',
    'option.last_positions',
    'option.insert',
    'structure.bump',
    'ledger.append',
    'COMMIT',
  ]);
});

test('resolves many references to options at once and knows the active codes of a set', async () => {
  const { organizationId } = catalogue.owner;
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const options = await loadOptionLookups(transaction, organizationId, [
    { owner: 'colors', code: 'RED' },
    { owner: 'Colors', code: 'blue' },
    { owner: 'colors', code: 'green' },
    { owner: 'finishes', code: 'Red' },
  ]);
  expect(options.find('COLORS', 'red')).toEqual({ optionSet: 'Colors', code: 'Red', active: false });
  expect(options.find('colors', 'Blue')).toEqual({ optionSet: 'Colors', code: 'blue', active: true });
  expect(options.find('finishes', 'red')).toEqual({ optionSet: 'finishes', code: 'red', active: true });
  expect(options.find('colors', 'green')).toBeUndefined();
  expect(options.codesOf('colors')).toEqual(['blue']);
});
