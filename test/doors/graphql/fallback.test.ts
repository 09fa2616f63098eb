// Risk: two fields of one object show it in different languages, because only one of them lets other locales stand in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCatalogue, serveCatalogue } from '../../support/served-catalogue.ts';

let served: ServedCatalogue;
beforeAll(async () => {
  served = await serveCatalogue();
  // Of its locales de_AT falls back to de_DE, and en_US is the default.
  await served.seedDemo();
  const { data } = await served.graphql(
    `mutation {
      createProduct(input: { sku: "ONE", attributeSet: "lamp", values: [
        { attribute: "title", locale: "en_US", value: "Lamp" }
        { attribute: "title", locale: "de_DE", value: "Leuchte" }
      ] }) { __typename }
    }`,
  );
  expect(data).toEqual({ createProduct: { __typename: 'ProductPayload' } });
});
afterAll(() => served.close());

const ask = async (fallback: string) => {
  const and = fallback === '' ? '' : `, fallback: ${fallback}`;
  const { data, errors } = await served.graphql(
    `{ product(ref: "ONE") {
      label(locale: "de_AT"${and})
      value(attribute: "title", locale: "de_AT"${and}) { display locale source }
      values(attributes: ["title"], locales: ["de_AT"]${and}) { display locale source }
      data(attributes: ["title"], locale: "de_AT"${and})
      attributeSet { label(locale: "de_AT"${and}) }
    } }`,
  );
  expect(errors).toEqual([]);
  return data?.product;
};

test('other locales stand in wherever something is shown in a locale', async () => {
  const standIn = { display: 'Leuchte', locale: 'de_DE', source: 'FALLBACK' };
  const shown = {
    label: 'Leuchte',
    value: standIn,
    values: [standIn],
    data: { title: 'Leuchte' },
    attributeSet: { label: 'Leuchte' },
  };
  expect(await ask('')).toEqual(shown);
  expect(await ask('true')).toEqual(shown);
});

test('with `fallback: false` they stand in nowhere', async () => {
  expect(await ask('false')).toEqual({
    label: '[ONE]',
    value: null,
    values: [],
    data: {},
    attributeSet: { label: '[lamp]' },
  });
});

test('a value that stands in is listed once, and not beside itself', async () => {
  const { data } = await served.graphql(
    `{ product(ref: "ONE") { values(attributes: ["title"], locales: ["de_AT", "de_DE", "en_US"]) { locale source } } }`,
  );
  expect(data?.product).toEqual({
    values: [
      { locale: 'de_DE', source: 'OWN' },
      { locale: 'en_US', source: 'OWN' },
    ],
  });
});
