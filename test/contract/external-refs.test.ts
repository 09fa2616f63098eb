// Risk: a system that knows products by its own ids cannot address them in some operation, or learns of others' products.
import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { externalRefOf } from '../../src/modules/product-reference/index.ts';
import { schema } from './support/authorization-world.ts';
import { routes } from './support/rest-door.ts';
import { restRequest } from './support/rest-request.ts';
import { type RootField, rootFields } from './support/root-fields.ts';
import { toolArguments } from './support/tool-arguments.ts';
import { tools } from './support/tool-door.ts';
import { openWorldByApi, type WorldByApi } from './support/world-by-api.ts';

type Values = Readonly<Record<string, unknown>>;
/** An argument or a field of an input. */
type InputPart = Pick<GraphQLArgument, 'name' | 'type' | 'description'>;

let { world, askRest, askTool, program } = {} as WorldByApi;
beforeAll(async () => {
  ({ world, askRest, askTool, program } = await openWorldByApi());
});
afterAll(() => world.close());
/** Gives each product, deleted ones too, its SKU as id in the system `erp`. */
beforeEach(async () => {
  await world.renewDoomed();
  const { owner } = world.catalogue.database;
  await owner.query('DELETE FROM public.product_external_ref');
  await owner.query(
    `UPDATE public.product SET external_refs = jsonb_build_array(jsonb_build_object('system', 'ERP', 'id', sku))`,
  );
  await owner.query(
    `INSERT INTO public.product_external_ref (organization_id, system_key, external_id, product_id)
     SELECT organization_id, 'erp', sku, id FROM public.product WHERE deleted_at IS NULL`,
  );
});

/** Arguments and input fields that refer to products, as their descriptions say. */
const isReference = ({ type, description }: InputPart) =>
  ['ID', 'String', 'CodeCondition'].includes(getNamedType(type).name) &&
  /SKUs?\b[^.;]{0,30}\bids?\b/.test(description ?? '');

/** The values of arguments or input fields, each reference to a product changed. Collects the references that occur. */
function mapReferences(
  owner: string,
  fields: readonly InputPart[],
  values: Values,
  change: (ref: string) => string,
  seen: Set<string>,
): Values {
  const mapOne = (location: string, type: GraphQLInputType, isRef: boolean, value: unknown): unknown => {
    const inner = getNullableType(type);
    if (value === null || value === undefined) return value;
    if (isListType(inner))
      return (value as unknown[]).map((one) => mapOne(location, inner.ofType, isRef, one));
    const named = getNamedType(inner);
    if (isInputObjectType(named)) {
      if (named.name === 'CodeCondition' && isRef) {
        seen.add(location);
        return Object.fromEntries(
          Object.entries(value).map(([operator, ref]) => [operator, change(String(ref))]),
        );
      }
      return mapReferences(named.name, Object.values(named.getFields()), value as Values, change, seen);
    }
    if (!isRef) return value;
    seen.add(location);
    return change(String(value));
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name, type } = field;
      const value = values[name];
      return value === undefined ? [] : [[name, mapOne(`${owner}.${name}`, type, isReference(field), value)]];
    }),
  );
}

/** References that the arguments of the authorization tests leave out, with an operation that has them. */
const MORE: readonly (readonly [field: string, variables: Values])[] = [
  ['previewLink', { code: 'shop', product: 'TYPED' }],
  ['comments', { product: 'TYPED' }],
  ['products', { filter: { parent: { eq: 'TYPED' } } }],
  ['products', { filter: { associations: [{ type: 'cross_sell', any: ['TYPED'] }] } }],
  ['createProduct', { input: { sku: 'NEW', parent: 'TYPED' } }],
  ['updateProduct', { ref: 'TYPED', input: { parent: 'TYPED' } }],
  ['upsertProducts', { items: [{ sku: 'TYPED', parent: 'TYPED' }] }],
  ['validateProduct', { input: { sku: 'TYPED', tags: { add: ['new'] } } }],
  [
    'updateProduct',
    {
      ref: 'TYPED',
      input: { associations: [{ type: 'cross_sell', products: { add: [{ ref: 'DOOMED' }] } }] },
    },
  ],
  [
    'addMedia',
    {
      input: {
        base64: 'R0lGODlh',
        filename: 'fresh.gif',
        attachTo: { ref: 'TYPED', attribute: 'd_image' },
      },
    },
  ],
  ['replayWebhook', { input: { fromSequence: '1', product: 'TYPED' } }],
  ['revertChanges', { input: { selection: { product: { ref: 'TYPED', version: 1 } } } }],
];

/** The operations with references to products, each with its variables in the given form. */
function cases(change: (ref: string) => string, seen = new Set<string>()) {
  const fields = rootFields(world.specimens);
  const given = [
    ...fields.map((field) => ({ field, values: field.dryVariables })),
    ...MORE.map(([name, more]) => {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) throw new Error(`There is no ${name}.`);
      return { field, values: { ...field.dryVariables, ...more } };
    }),
  ];
  return given.flatMap(({ field, values }) => {
    const own = new Set<string>();
    const args = argumentsOf(field);
    const variables = mapReferences(field.name, args, values, change, own);
    for (const location of own) seen.add(location);
    return own.size === 0 ? [] : [{ field, variables }];
  });
}

function argumentsOf({ kind, name }: RootField) {
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType(), subscription: null }[kind];
  return root?.getFields()[name]?.args ?? [];
}

/** The document of a field with exactly these variables. */
function documentFor(field: RootField, variables: Values): string {
  const args = argumentsOf(field).filter(({ name }) => variables[name] !== undefined);
  const head = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const call = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = field.document.slice(
    field.document.indexOf(')', field.document.indexOf(` ${field.name}(`)) + 1,
  );
  const rest =
    selection.startsWith(' {') || selection.startsWith(' }')
      ? selection
      : field.document.slice(field.document.indexOf(`${field.name} {`) + field.name.length);
  return `${field.kind} (${head}) { ${field.name}(${call})${rest}`;
}

/** A response without what differs between two runs, with references as SKUs. */
const settled = (response: unknown): string =>
  JSON.stringify(response)
    .replaceAll(/ext(:|%3A)erp(:|%3A)/gi, '')
    .replaceAll(/(dry_)?[a-z]{3}_[0-9a-f]{32}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/(token|sig|signature|preview)=[^"&]+/g, '$1=');

const bySku = (ref: string) => ref;
const byErp = (ref: string) => externalRefOf({ system: 'Erp', id: ref });

test('every reference to a product says that it may be an external id, and is tried here', () => {
  const positions: [string, string][] = [];
  const collect = (owner: string, fields: readonly InputPart[]) => {
    for (const field of fields)
      if (isReference(field)) positions.push([`${owner}.${field.name}`, field.description ?? '']);
  };
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type)) collect(type.name, Object.values(type.getFields()));
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {})) collect(field.name, field.args);
  expect(positions.filter(([, description]) => !/external id|`ext:system:id`/.test(description))).toEqual([]);
  const seen = new Set<string>();
  cases(bySku, seen);
  expect(positions.map(([position]) => position).filter((position) => !seen.has(position))).toEqual([]);
  expect(positions.length).toBeGreaterThan(20);
});

describe('an external id in place of the SKU has the same result', () => {
  test('in GraphQL', async () => {
    const wrong: object[] = [];
    const external = cases(byErp);
    for (const [index, { field, variables }] of cases(bySku).entries()) {
      const document = documentFor(field, variables);
      const expected = settled(await world.run(document, variables, world.owner));
      const actual = settled(await world.run(document, external[index]?.variables ?? {}, world.owner));
      if (actual !== expected) wrong.push({ field: field.name, variables, expected, actual });
      if (expected.includes('not-found')) wrong.push({ field: field.name, expected });
    }
    expect(wrong).toEqual([]);
  });

  test('in REST', async () => {
    const wrong: object[] = [];
    let count = 0;
    const external = cases(byErp);
    for (const [index, { field, variables }] of cases(bySku).entries()) {
      for (const { operation, route } of routes) {
        if (operation.name !== field.name) continue;
        const ask = async (values: Values) => {
          const { path, init } = restRequest(route, values);
          const response = await askRest(path, init, program);
          return settled([response.status, await response.text()]);
        };
        const expected = await ask(variables);
        const actual = await ask(external[index]?.variables ?? {});
        if (actual !== expected) wrong.push({ route: route.path, variables, expected, actual });
        count += 1;
        await world.renewDoomed();
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(18);
  });

  test('in MCP', async () => {
    const wrong: object[] = [];
    let count = 0;
    const external = cases(byErp);
    for (const [index, { field, variables }] of cases(bySku).entries()) {
      for (const { operation, mcp } of tools) {
        if (operation.name !== field.name) continue;
        const ask = async (values: Values) =>
          settled(await askTool(mcp.tool, toolArguments(mcp, values), program));
        const expected = await ask(variables);
        const actual = await ask(external[index]?.variables ?? {});
        if (actual !== expected) wrong.push({ tool: mcp.tool, variables, expected, actual });
        count += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(5);
  });
});

test('an external id of another organization is the same as a missing one', async () => {
  const wrong: object[] = [];
  const foreign = cases(byErp);
  const nowhere = (text: string) => text.replaceAll(/TYPED|DOOMED|DELETED|NOBODY/g, 'X');
  for (const [index, { field, variables }] of cases(() => 'ext:erp:NOBODY').entries()) {
    const document = documentFor(field, variables);
    const expected = nowhere(settled(await world.run(document, variables, world.stranger)));
    const actual = nowhere(
      settled(await world.run(document, foreign[index]?.variables ?? {}, world.stranger)),
    );
    if (actual !== expected) wrong.push({ field: field.name, expected, actual });
  }
  expect(wrong).toEqual([]);
});
