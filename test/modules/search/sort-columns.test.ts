// Risk: an organization with many numbers cannot sort by the next one, and nothing says why.
import { expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { createTestCatalogue } from '../../support/catalogue.ts';
import { given } from '../../support/shop.ts';

test('an attribute that is left without a column to sort by is refused with the reason and a way out', async () => {
  const catalogue = await createTestCatalogue();
  const codes = Array.from({ length: 49 }, (_, index) => `size_${String(index).padStart(2, '0')}`);
  await given(
    catalogue,
    upsertAttributes,
    codes.map((code) => ({ code, type: 'number' })),
  );
  const sortedBy = async (code: string) => {
    const document = `{ products(sort: [{ attribute: "${code}" }]) { nodes { sku } } }`;
    return (await catalogue.execute(document)).errors?.[0]?.message;
  };
  expect(await sortedBy('size_47')).toBeUndefined();
  expect(await sortedBy('size_48')).toContain(
    "Products cannot be sorted by 'size_48': the organization has 48 columns for numbers to sort by, one for each attribute, channel, locale and currency, and all are in use.",
  );
  const inUse =
    "the organization has 48 columns for numbers to sort by, one for each attribute, channel, locale and currency, and all are in use. To free some, set 'filterable' of an attribute that nobody searches by to false.";
  const made = await catalogue.execute(
    `mutation {
      number: createAttribute(input: { code: "size_49", type: NUMBER }) { ...made }
      model: applyModel(input: { attributes: [{ code: "size_50", type: NUMBER }, { code: "note", type: TEXT }] }) {
        ... on ApplyModelPayload { results { code sortWarning } }
      }
    }
    fragment made on AttributePayload { attribute { sortable sortWarning } }`,
  );
  const warning = `Products cannot be sorted by 'size_49': ${inUse}`;
  expect(made.data).toEqual({
    number: { attribute: { sortable: false, sortWarning: warning } },
    model: {
      results: [
        { code: 'size_50', sortWarning: warning.replace('size_49', 'size_50') },
        { code: 'note', sortWarning: null },
      ],
    },
  });
  await given(catalogue, upsertAttributes, [{ code: 'size_00', filterable: false }]);
  expect(await sortedBy('size_48')).toBeUndefined();
  await catalogue.close();
});
