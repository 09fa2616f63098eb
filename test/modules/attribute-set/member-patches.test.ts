// Risk: two people change different attributes of a set, and one of the changes is lost; or a position is not as asked.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue } from '../../support/clothing-catalogue.ts';

let catalogue: TestOrganization;
let owner: Session;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
beforeEach(async () => {
  owner = await catalogue.addOrganization('Members');
  await seedClothingCatalogue(catalogue, owner);
  await apply({ entityTypes: [{ code: 'accessories', attributes: ['name', 'color', 'stock'] }] });
});
afterAll(() => catalogue.close());

const APPLY = `mutation ($input: ApplyModelInput!) { applyModel(input: $input) {
  ... on ApplyModelPayload { created updated unchanged }
  ... on Problem { errors { code path conflicts { path } } }
} }`;

async function apply(input: object) {
  const { data, errors } = await catalogue.execute(APPLY, { input }, owner);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data?.applyModel as { errors?: readonly { code: string; path: readonly string[] }[] };
}

/** Both kinds with a list of attributes; their sample has the attributes name, color and stock. */
const KINDS = [
  { list: 'attributeSets', field: 'attributeSet', members: 'attributes { attribute { code } sortOrder }' },
  { list: 'entityTypes', field: 'entityType', members: 'attributes { code }' },
] as const;

describe.each(KINDS)('$list', ({ list, field, members }) => {
  const patch = (fields: object) => apply({ [list]: [{ code: 'accessories', ...fields }] });

  async function read() {
    const { data } = await catalogue.execute(
      `{ ${field}(code: "accessories") { version ${members} requiredAttributes { channel attributes } } }`,
      {},
      owner,
    );
    const object = data?.[field] as {
      attributes: readonly { code?: string; attribute?: { code: string } }[];
      requiredAttributes: unknown;
    };
    const codes = object.attributes.map(({ code, attribute }) => code ?? attribute?.code);
    return { codes, requiredAttributes: object.requiredAttributes };
  }

  test('are added, removed and moved one by one', async () => {
    await patch({
      addAttributes: [{ code: 'price' }, { code: 'brand', after: 'NAME' }, { code: 'ean', after: null }],
    });
    expect((await read()).codes).toEqual(['ean', 'name', 'brand', 'color', 'stock', 'price']);
    await patch({
      removeAttributes: ['color', 'nowhere'],
      moveAttributes: [
        { code: 'price', after: 'name' },
        { code: 'ean', after: 'stock' },
      ],
    });
    expect((await read()).codes).toEqual(['name', 'price', 'brand', 'stock', 'ean']);
    expect(await patch({ addAttributes: [{ code: 'name' }], removeAttributes: ['color'] })).toMatchObject({
      unchanged: 1,
    });
  });

  test('are required and no longer required one by one', async () => {
    await patch({ addRequiredAttributes: [{ channel: 'web', attributes: ['name', 'color'] }] });
    await patch({
      addRequiredAttributes: [
        { channel: 'WEB', attributes: ['stock'] },
        { channel: '*', attributes: ['name'] },
      ],
      removeRequiredAttributes: [{ channel: 'web', attributes: ['color', 'brand'] }],
    });
    expect((await read()).requiredAttributes).toEqual([
      { channel: '*', attributes: ['name'] },
      { channel: 'web', attributes: ['name', 'stock'] },
    ]);
  });

  test('of two people both count, unless they change the same one', async () => {
    await patch({ addAttributes: [{ code: 'price', after: null }] });
    await patch({ ifVersion: 1, addAttributes: [{ code: 'brand', after: 'color' }] });
    expect((await read()).codes).toEqual(['price', 'name', 'color', 'brand', 'stock']);
    const both = await patch({ ifVersion: 1, removeAttributes: ['price'] });
    expect(both.errors).toMatchObject([
      { code: 'version-mismatch', path: [list, '0'], conflicts: [{ path: 'attributes' }] },
    ]);
    const whole = await patch({
      ifVersion: 1,
      attributes: field === 'entityType' ? ['name'] : [{ code: 'name' }],
    });
    expect(whole.errors).toMatchObject([{ code: 'version-mismatch' }]);
    await patch({ addRequiredAttributes: [{ channel: 'web', attributes: ['name'] }] });
    expect(
      await patch({ ifVersion: 3, addRequiredAttributes: [{ channel: 'web', attributes: ['color'] }] }),
    ).toMatchObject({ updated: 1 });
    const sameCell = await patch({
      ifVersion: 3,
      removeRequiredAttributes: [{ channel: 'web', attributes: ['name'] }],
    });
    expect(sameCell.errors).toMatchObject([{ code: 'version-mismatch' }]);
  });

  test('that are not there are named where the patch names them', async () => {
    const { errors } = await patch({
      addAttributes: [{ code: 'price' }, { code: 'nowhere' }, { code: 'brand', after: 'missing' }],
      moveAttributes: [{ code: 'ean', after: null }],
      addRequiredAttributes: [{ channel: 'web', attributes: ['name', 'washable'] }],
    });
    const inside = field === 'entityType' ? '' : '.code';
    expect(errors?.map(({ code, path }) => `${path.slice(2).join('.')} ${code}`)).toEqual([
      'addAttributes.2.after attribute-not-in-set',
      'moveAttributes.0.code attribute-not-in-set',
      `addAttributes.1${inside} reference-not-found`,
      'addRequiredAttributes.web.1 attribute-not-in-set',
    ]);
  });
});

test('single updates take them, too', async () => {
  const { data } = await catalogue.execute(
    `mutation { updateAttributeSet(code: "accessories", input: { addAttributes: [{ code: "brand", after: "name" }],
       addRequiredAttributes: [{ channel: "web", attributes: ["brand"] }] }) {
       ... on AttributeSetPayload { attributeSet { attributes { attribute { code } requiredIn } } } } }`,
    {},
    owner,
  );
  expect(data).toEqual({
    updateAttributeSet: {
      attributeSet: {
        attributes: [
          { attribute: { code: 'name' }, requiredIn: [] },
          { attribute: { code: 'brand' }, requiredIn: ['web'] },
          { attribute: { code: 'color' }, requiredIn: [] },
          { attribute: { code: 'stock' }, requiredIn: [] },
        ],
      },
    },
  });
});
