// Risk: a list leaves out a column that a field of its products needs, so that the field is empty there and only there.
import { getNamedType, getNullableType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedProducts(catalogue, [
    ...productFamily('ROBE', { colors: ['red'], sizes: ['s'] }),
    simpleProduct('LAMP'),
  ]);
});
afterAll(() => catalogue.close());

/** Every field of a product that can be asked for without arguments, and with it all leaves below. */
function fieldsOfProduct(): string[] {
  const type = guardedSchema().getType('Product');
  if (!isObjectType(type)) throw new Error('There are no products.');
  return Object.values(type.getFields()).flatMap(({ name, args, type: answered }) => {
    if (args.some(isRequiredArgument)) return [];
    const named = getNamedType(getNullableType(answered));
    if (isLeafType(named)) return [name];
    if (!isObjectType(named)) return [`${name} { __typename }`];
    const leaves = Object.values(named.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument),
    );
    return [`${name} { __typename ${leaves.map((leaf) => leaf.name).join(' ')} }`];
  });
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

test.each(fieldsOfProduct())('a list says of a product what the product says: %s', async (field) => {
  const listed = await catalogue.execute(`{ products { nodes { ${field} } edges { node { id } } } }`, {});
  expect(listed.errors).toBe(undefined);
  const { nodes, edges } = plain(listed.data?.products) as {
    nodes: unknown[];
    edges: { node: { id: string } }[];
  };
  expect(nodes.length).toBeGreaterThan(3);
  for (const [index, { node }] of edges.entries()) {
    const { data } = await catalogue.execute(`query ($id: ID!) { product(ref: $id) { ${field} } }`, {
      id: node.id,
    });
    expect(plain(data?.product)).toEqual(nodes[index]);
  }
});
