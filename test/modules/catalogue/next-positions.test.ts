// Risk: what is created without a position stands before or among what people have sorted.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedConfiguration(catalogue, upsertOptionSets, [{ code: 'Colors' }, { code: 'empty' }]);
  await seedConfiguration(catalogue, upsertOptions, [{ code: 'red', optionSet: 'colors', sortOrder: 7 }]);
  await seedConfiguration(catalogue, upsertCategories, [
    { code: 'Root', sortOrder: 3 },
    { code: 'first', parent: 'root', sortOrder: 5 },
  ]);
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'first', sortOrder: 4 }]);
});
afterAll(() => catalogue.close());

/** Codes with their positions, in their order. */
async function positions(table: string, owner = "''::text") {
  const { rows } = await catalogue.database.owner.query<{ shown: string }>(
    `SELECT concat_ws(' ', nullif(${owner}, ''), code, sort_order) AS shown FROM public."${table}"
     WHERE organization_id = $1 ORDER BY ${owner} NULLS FIRST, sort_order, code`,
    [catalogue.owner.organizationId],
  );
  return rows.map(({ shown }) => shown);
}
const importRows = async (resource: 'options' | 'categories', file: string) =>
  expect(await createImportHarness(catalogue).run(file, { resource })).toMatchObject({ errors: [] });

test('options follow the last one of their set, however they are created', async () => {
  await catalogue.execute(`mutation {
    one: createOption(input: { optionSet: "COLORS", code: "one" }) { __typename }
    set: createOption(input: { optionSet: "empty", code: "a" }) { __typename }
    batch: upsertOptions(items: [
      { optionSet: "colors", code: "z" }, { optionSet: "colors", code: "at-twenty", sortOrder: 20 }, { optionSet: "colors", code: "b" },
      { optionSet: "empty", code: "at-zero", sortOrder: 0 }, { optionSet: "colors", code: "red", sortOrder: 30 }
    ]) { __typename }
    model: applyModel(input: { optionSets: [{ code: "colors", options: [{ code: "y" }, { code: "c" }] }] }) { __typename }
  }`);
  await importRows('options', 'option_set;code;sort_order\ncolors;x;\ncolors;red;\ncolors;d;\nempty;b;\n');
  expect(await positions('option', 'option_set')).toEqual([
    ...['Colors one 8', 'Colors z 9', 'Colors at-twenty 20', 'Colors b 21', 'Colors red 30'],
    ...['Colors y 31', 'Colors c 32', 'Colors x 33', 'Colors d 34'],
    ...['empty a 0', 'empty at-zero 0', 'empty b 1'],
  ]);
});

test('categories follow the last one of their parent, and roots the last root', async () => {
  await catalogue.execute(`mutation {
    root: createCategory(input: { code: "other" }) { __typename }
    one: createCategory(input: { code: "one", parent: "ROOT" }) { __typename }
    batch: upsertCategories(items: [
      { code: "new" }, { code: "below", parent: "new" }, { code: "a", parent: "new" }, { code: "again", sortOrder: null },
      { code: "again", parent: "new" }
    ]) { __typename }
  }`);
  await importRows('categories', 'code;parent\nfiled;root\ndeep;filed\n');
  expect((await positions('category', 'parent')).toSorted()).toEqual(
    [
      ...['Root 3', 'other 4', 'new 5'],
      'filed deep 0',
      ...['new below 0', 'new a 1', 'new again 2'],
      ...['Root first 5', 'Root one 6', 'Root filed 7'],
    ].toSorted(),
  );
});

test('attribute groups follow the last one', async () => {
  await catalogue.execute(`mutation {
    one: createAttributeGroup(input: { code: "z" }) { __typename }
    batch: upsertAttributeGroups(items: [{ code: "y" }, { code: "x" }]) { __typename }
    model: applyModel(input: { attributeGroups: [{ code: "a" }, { code: "first", sortOrder: 4 }] }) { __typename }
  }`);
  expect(await positions('attribute_group')).toEqual(['first 4', 'z 5', 'y 6', 'x 7', 'a 8']);
});

test('what is there keeps its position', async () => {
  await seedConfiguration(catalogue, upsertAttributeGroups, [{ code: 'first', labels: { en_US: 'First' } }]);
  expect((await positions('attribute_group'))[0]).toBe('first 4');
});
