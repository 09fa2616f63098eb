// Risk: the same object has other contents in another place of a response, so caches of clients show wrong ones.
import fc from 'fast-check';
import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTRIBUTES } from '../../../../prisma/demo/attributes.ts';
import { createTestOrganization, type TestOrganization } from '../../../support/catalogue.ts';
import { seedDemo } from '../../../support/demo.ts';
import { demoStorefront, openShop } from '../../../support/storefront.ts';

/** How many documents are asked; STABLE_CASES=1000 for a long run. */
const CASES = Number(process.env.STABLE_CASES ?? 10);
const SEED = Number(process.env.TEST_SEED ?? 1);

let catalogue: TestOrganization;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedDemo(catalogue);
  const { organizationId } = catalogue.owner;
  const attributes = ATTRIBUTES.map(({ code }) => code);
  shop = await openShop(
    catalogue,
    demoStorefront(organizationId, {
      attributes,
      associationTypes: ['accessories'],
      facets: ['categories', 'finish', 'list_price'],
    }),
  );
}, 60_000);
afterAll(() => catalogue?.close());

const isNode = (type: GraphQLOutputType): boolean => {
  const named = getNamedType(type);
  return (isObjectType(named) || isInterfaceType(named)) && 'id' in named.getFields();
};

/** Every field of a type that needs no argument; of other nodes their id, of embedded objects all of theirs. */
function allFields(type: GraphQLObjectType, depth = 0): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of, args, deprecationReason }) => {
    if (args.some(isRequiredArgument) || deprecationReason != null) return [];
    const named = getNamedType(of);
    if (isLeafType(named)) return [name];
    if (isNode(of)) return [`${name} { __typename id }`];
    if (!isObjectType(named) || depth === 3 || named.name === 'ListFacet') return [];
    const inner = allFields(named, depth + 1);
    return inner === '' ? [] : [`${name} { ${inner} }`];
  });
  return fields.join(' ');
}

/** The selection of a product of any type. */
const selectionOf = () =>
  `__typename id ${shop.catalogue.sets
    .map(({ typeName }) => {
      const type = shop.schema.getType(typeName);
      return isObjectType(type) ? `... on ${typeName} { ${allFields(type)} }` : '';
    })
    .join(' ')}`;

const some = <Item>(items: readonly Item[]) => fc.constantFrom(...items);
const list = fc
  .record({
    field: some(['products', 'lampProducts', 'search']),
    show: some(['FAMILY', 'FIRST_AXIS', 'VARIANT']),
    refine: some([
      '[]',
      '[{ facet: "finish", values: ["smoked_walnut"] }]',
      '[{ facet: "finish", values: ["oiled_oak", "smoked_walnut"] }]',
      '[{ facet: "list_price", min: "250" }]',
      '[{ facet: "list_price", min: "250", max: "300" }, { facet: "finish", values: ["oiled_oak"] }]',
      '[{ facet: "categories", values: ["floor_lamps"] }]',
    ]),
    filter: some([
      '{}',
      '{ sku: { contains: "-12-" } }',
      '{ sku: { contains: "WALNUT" } }',
      '{ not: { sku: { contains: "-12-L" } } }',
    ]),
    sort: some([
      '{ price: ASC }',
      '{ price: DESC }',
      '{ label: ASC }',
      '{ newest: ASC }',
      '{ newest: DESC }',
    ]),
    first: some([1, 3, 12]),
    offset: some([0, 0, 1]),
    part: some(['nodes', 'edges', 'nodes variants', 'edges selectedVariant']),
  })
  .map(({ field, part, ...args }) => {
    const given = Object.entries({ ...(field === 'search' && { q: '"lamp"' }), ...args })
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ');
    const [at = '', more] = part.split(' ');
    const node = `...Whole ${more === 'variants' ? 'few: variants(first: 3) { edges { node { ...Whole } variant { ...Whole } } }' : ''}
      ${more === 'selectedVariant' ? 'chosen: selectedVariant { ...Whole }' : ''}`;
    const inner = at === 'nodes' ? `nodes { ${node} }` : `edges { node { ${node} } variant { ...Whole } }`;
    return `${field}(${given}) { ${inner} }`;
  });

type Contents = Map<string, Map<string, string>>;

/** Every object with an id by its type and id, with what each of its fields has; other nodes by their id alone. */
function collect(value: unknown, contents: Contents, differences: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => collect(one, contents, differences));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(
    ([name, inner]) => [name, collect(inner, contents, differences)] as const,
  );
  const { id } = value as { readonly id?: string };
  if (id === undefined) return Object.fromEntries(fields);
  const own = contents.get(id) ?? new Map<string, string>();
  contents.set(id, own);
  for (const [name, inner] of fields) {
    // The same name in a response means the same arguments in these documents.
    const text = JSON.stringify(inner);
    const before = own.get(name);
    if (before !== undefined && before !== text) differences.push(`${id}.${name}: ${before} and ${text}`);
    own.set(name, text);
  }
  return { id };
}

test('no two selections of one field of an object differ within a response', {
  timeout: 600_000,
}, async () => {
  const whole = `fragment Whole on Product { ${selectionOf()} }`;
  let objects = 0;
  let repeated = 0;
  const agree = fc.asyncProperty(
    fc.array(list, { minLength: 2, maxLength: 4 }),
    some(['en_US', 'de_DE']),
    async (lists, locale) => {
      const document = `{ ${lists.map((one, index) => `a${index}: ${one}`).join('\n')} } ${whole}`;
      const { data, errors } = await shop.ask(document, { locale });
      expect(
        errors?.map(({ message }) => message),
        document,
      ).toBeUndefined();
      const contents: Contents = new Map();
      const differences: string[] = [];
      const text = JSON.stringify(data);
      collect(JSON.parse(text), contents, differences);
      expect(differences, lists.join('\n')).toEqual([]);
      objects += contents.size;
      repeated += [...contents.keys()].filter((id) => text.split(id).length > 2).length;
    },
  );
  await fc.assert(agree, { numRuns: CASES, seed: SEED });
  expect(objects).toBeGreaterThan(CASES * 5);
  expect(repeated).toBeGreaterThan(CASES * 2);
});
