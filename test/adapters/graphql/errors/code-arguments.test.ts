// Risk: a misspelt code in an argument reads as if nothing were stored there.
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeKindOf } from '../../../../src/adapters/graphql/errors/code-arguments.ts';
import { guardedSchema } from '../../../../src/adapters/graphql/schema.ts';
import { type ServedProgram, serveProgram } from '../../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram();
  await served.seedDemo();
  const made = await served.graphql(
    `mutation {
      createAssociationType(input: { code: "accessories" }) { __typename }
      createEntityType(input: { code: "designer" }) { __typename }
    }`,
  );
  expect(made.data).toEqual({
    createAssociationType: { __typename: 'AssociationTypePayload' },
    createEntityType: { __typename: 'EntityTypePayload' },
  });
});
afterAll(() => served.close());

type Field = GraphQLField<unknown, unknown>;
const schema = guardedSchema();

/** A code that is nearly one of the demo catalogue, and the one that is meant. */
const MISSPELT = {
  attribute: ['titel', 'title'],
  channel: ['webshopp', 'webshop'],
  locale: ['de_DD', 'de_DE'],
  'label-locale': ['de_DD', 'de_DE'],
  'association-type': ['accesories', 'accessories'],
  'attribute-group': ['lamp_basic', 'lamp_basics'],
  'attribute-set': ['lampp', 'lamp'],
  category: ['table_lamp', 'table_lamps'],
  currency: ['EUX', 'EUR'],
  'entity-type': ['designr', 'designer'],
  'option-set': ['finishs', 'finishes'],
} as const;

/** Arguments that have to be right for others to be looked at. */
const GOOD: Readonly<Record<string, string>> = {
  code: '"lamp"',
  attribute: '"title"',
  kind: 'OPTION',
  currency: '"EUR"',
  entityType: '"designer"',
  optionSet: '"finishes"',
  channel: '"webshop"',
  on: '"status"',
  locale: '"de_DE"',
};

const fill = (given: GraphQLArgument): string => {
  const named = getNamedType(given.type);
  const one =
    GOOD[given.name] ??
    (isEnumType(named) ? String(named.getValues()[0]?.name) : named.name === 'Int' ? '1' : '"x"');
  return `${given.name}: ${isListType(given.type) ? `[${one}]` : one}`;
};

function call({ name, args, type }: Field, wrong: string | null = null, inner = '__typename'): string {
  const filled = args
    .filter((one) => isRequiredArgument(one) && !wrong?.startsWith(`${one.name}:`))
    .map(fill);
  const given = [...filled, ...(wrong === null ? [] : [wrong])].join(', ');
  return `${name}${given === '' ? '' : `(${given})`}${isLeafType(getNamedType(type)) ? '' : ` { ${inner} }`}`;
}

/** The shortest way from the root to each type. */
function ways(): Map<string, (selection: string) => string> {
  const found = new Map<string, (selection: string) => string>([['Query', (inner) => `{ ${inner} }`]]);
  const queue = [schema.getQueryType() as GraphQLObjectType];
  for (let type = queue.shift(); type !== undefined; type = queue.shift()) {
    const way = found.get(type.name);
    for (const field of Object.values(type.getFields())) {
      if (field.name === 'node') continue;
      const named = getNamedType(field.type);
      for (const target of isAbstractType(named) ? schema.getPossibleTypes(named) : [named]) {
        if (!isObjectType(target) || found.has(target.name)) continue;
        const on = (inner: string) => (isAbstractType(named) ? `... on ${target.name} { ${inner} }` : inner);
        found.set(target.name, (inner) => way?.(call(field, null, on(inner))) ?? '');
        queue.push(target);
      }
    }
  }
  return found;
}

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && name !== 'Mutation' && name !== 'Subscription')
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

const named = fields.flatMap(({ type, field }) =>
  field.args.flatMap((argument) => {
    const kind = codeKindOf(argument);
    return kind === null ? [] : [{ type, field, argument, kind }];
  }),
);

/** The problems that an answer tells of arguments. */
const reported = (errors: Awaited<ReturnType<ServedProgram['graphql']>>['errors']) =>
  errors.flatMap(
    ({ extensions }) => (extensions.errors ?? []) as { value: unknown; suggestions: readonly string[] }[],
  );

test('every argument that takes a code says so when there is no such code', async () => {
  const reach = ways();
  const silent: string[] = [];
  for (const { type, field, argument, kind } of named) {
    const location = `${type.name}.${field.name}(${argument.name})`;
    const [wrong, meant] = MISSPELT[kind];
    const text = JSON.stringify(isListType(argument.type) ? [wrong] : wrong);
    const document = reach.get(type.name)?.(call(field, `${argument.name}: ${text}`));
    const { status, errors } = await served.graphql(document ?? '');
    const problems = reported(errors);
    if (status !== 200 || errors.length !== 1 || problems.length !== 1)
      silent.push(`${location}: ${status} ${JSON.stringify(errors)}`);
    else if (problems[0]?.value !== wrong || !problems[0].suggestions.includes(meant))
      silent.push(`${location}: ${JSON.stringify(problems[0])}`);
  }
  expect(silent).toEqual([]);
  expect(named.length).toBeGreaterThan(60);
}, 60_000);

test('every other text that an argument takes is known not to be such a code', () => {
  const ofItself = ['code', 'id', 'ref', 'slug'];
  const words = ['after', 'query', 'search', 'searchAfter'];
  const others = fields.flatMap(({ type, field }) =>
    field.args
      .filter((argument) => ['String', 'ID'].includes(getNamedType(argument.type).name))
      .filter((argument) => codeKindOf(argument) === null)
      // An object that is asked for by its key may be missing: null, and 404.
      .filter(({ name }) => !ofItself.includes(name) && !words.includes(name))
      .map(({ name }) => `${type.name}.${field.name}(${name})`),
  );
  expect(others.sort()).toEqual([
    // They look their own words up, and refuse them with suggestions.
    'MeasurementValue.measurement(unit)',
    'ProductConnection.facets(on)',
    // The id of a user or token, and a word that is looked up there.
    'Query.auditEntries(actor)',
    'Query.auditEntries(kind)',
    // Of the past: it may be deleted.
    'Query.auditEntries(object)',
    // A SKU or an id. What does not exist has no comments.
    'Query.comments(product)',
    // Of the past: what they name may be deleted, or have no changes.
    'Query.configurationChanges(actor)',
    'Query.configurationChanges(jobId)',
    'Query.configurationChanges(object)',
    'Query.configurationChanges(optionSet)',
    'Query.configurationChanges(requestId)',
    // The beginning of a SKU.
    'Query.deletedProducts(sku)',
    // A token of an earlier list: another one is refused.
    'Query.entities(changedSince)',
    // Entities that may be missing.
    'Query.entities(codes)',
    // It is compared: another one is refused.
    'Query.events(epoch)',
    'Query.events(types)',
    'Query.findCodes(parent)',
    // No codes.
    'Query.mediaFiles(mimeType)',
    'Query.mediaFiles(tags)',
    // Objects that may be missing.
    'Query.modelLabels(codes)',
    'Query.previewLink(product)',
    // A token of an earlier list: another one is refused.
    'Query.products(changedSince)',
    // Looked up there, and refused with suggestions.
    'Query.storefrontKeys(storefront)',
    // Of events that may be long past, whose attributes may be gone.
    'WebhookEndpoint.test(changedAttributes)',
    'WebhookEndpoint.test(events)',
  ]);
});

test.each([
  ['products(first: 1) { facets(on: ["finsh"]) { __typename } }', 'finish'],
  ['entities(entityType: "designr") { __typename }', 'designer'],
  ['findCodes(kind: OPTION, parent: "finishs") { __typename }', 'finishes'],
  ['auditEntries(kind: "token.create") { __typename }', 'token.created'],
  ['events(types: ["product.create"]) { __typename }', 'product.created'],
])('%s is refused and names %s', async (selection, meant) => {
  const { errors } = await served.graphql(`{ ${selection} }`);
  expect(errors).toHaveLength(1);
  expect(JSON.stringify(errors)).toContain(`'${meant}'`);
});

test('codes of several kinds are told in one error, beside what is found', async () => {
  const { data, errors } = await served.graphql(
    `{
      shelves: categories(root: "lamps_shopp") { totalCount }
      children: categories(parent: "LAMPS_SHOP", root: "lamps_shop") { totalCount }
      attributes(group: "lamp_basic", optionSet: "finishs") { totalCount }
      options(optionSet: "finishs") { totalCount }
      option(optionSet: "FINISHES", code: "rust") { code }
      entity(entityType: "designr", code: "ida") { code }
    }`,
  );
  expect(data).toEqual({
    shelves: { totalCount: 0 },
    children: { totalCount: 3 },
    attributes: { totalCount: 0 },
    options: null,
    option: null,
    entity: null,
  });
  expect(errors).toMatchObject([
    {
      message: '4 codes are not known.',
      extensions: {
        code: 'validation-failed',
        errors: [
          { path: ['shelves', 'root'], value: 'lamps_shopp', suggestions: ['lamps_shop'] },
          {
            path: ['attributes', 'group'],
            value: 'lamp_basic',
            suggestions: expect.arrayContaining(['lamp_basics']),
          },
          { path: ['attributes', 'optionSet'], value: 'finishs', suggestions: ['finishes'] },
          { path: ['entity', 'entityType'], value: 'designr', suggestions: ['designer'] },
        ],
      },
    },
  ]);
  expect(errors).toHaveLength(1);
});

test('a code of another organization is told like one that there is not', async () => {
  const other = await served.openSecondOrganization('Other');
  const token = await served.mint(undefined, other.organizationId);
  const ask = async (code: string) => {
    const document = `{ categories(root: "${code}") { totalCount } options(optionSet: "${code}") { totalCount } }`;
    const { data, errors } = await served.graphql(document, { as: token });
    const { requestId: _id, ...extensions } = errors[0]?.extensions ?? {};
    return JSON.stringify({ data, errors: errors.length, ...errors[0], extensions }).replaceAll(code, 'CODE');
  };
  expect(await ask('lamps_shop')).toBe(await ask('nothing_like_it'));
});

// DEM is there and not enabled.
test('a price is asked for in any currency of the organization, in either case', async () => {
  const ask = (currency: string) =>
    served.graphql(
      `{ products(first: 20) { nodes { values { ... on PriceValue { price(currency: "${currency}") { amount } } } } } }`,
    );
  expect((await ask('eur')).errors).toEqual([]);
  expect((await ask('DEM')).errors).toEqual([]);
  const { data, errors } = await ask('EUX');
  expect(data?.products).not.toBeNull();
  expect(errors).toMatchObject([
    {
      extensions: {
        errors: [{ code: 'reference-not-found', value: 'EUX', suggestions: expect.arrayContaining(['EUR']) }],
      },
    },
  ]);
  expect(errors).toHaveLength(1);
});

describe('a page of products', () => {
  const PAGE = `query ($locale: String = "de_DD") {
    products(first: 20) {
      nodes {
        sku
        label(locale: $locale)
        value(attribute: "titel", locale: $locale) { display }
        values(locales: ["en_US", "de_DD"]) { display }
        data(attributes: ["title", "titel"])
        completeness(channel: "webshopp") { ratio }
      }
    }
  }`;

  interface Page {
    readonly products: { readonly nodes: readonly Record<string, unknown>[] };
  }

  test('tells all wrong codes once, and keeps the rest', async () => {
    const { data, errors } = await served.graphql(PAGE);
    const { nodes } = (data as unknown as Page).products;
    expect(nodes).toHaveLength(20);
    for (const node of nodes)
      expect(node).toMatchObject({ label: expect.any(String), value: null, completeness: [] });
    expect(errors).toMatchObject([
      {
        message: '3 codes are not known.',
        path: ['products', 'nodes', 0, 'label'],
        extensions: {
          code: 'validation-failed',
          status: 422,
          errors: [
            {
              code: 'locale-not-enabled',
              path: ['products', 'nodes', 'label', 'locale'],
              message: "There is no enabled locale 'de_DD'. Did you mean 'de_DE' or 'de_AT'?",
              suggestions: ['de_DE', 'de_AT'],
            },
            {
              code: 'attribute-not-found',
              path: ['products', 'nodes', 'value', 'attribute'],
              suggestions: expect.arrayContaining(['title']),
            },
            {
              code: 'reference-not-found',
              path: ['products', 'nodes', 'completeness', 'channel'],
              suggestions: ['webshop'],
            },
          ],
        },
      },
    ]);
    expect(errors).toHaveLength(1);
  });

  test('tells a wrong attribute alone as filters do', async () => {
    const { errors } = await served.graphql(
      '{ products(first: 2) { nodes { value(attribute: "titel") { display } } } }',
    );
    const filtered = await served.graphql(
      '{ products(filter: { attributes: [{ attribute: "titel", eq: "x" }] }) { totalCount } }',
    );
    const kindOf = ({ message, extensions: { code, errors: problems } }: (typeof errors)[number]) => ({
      message,
      code,
      problems: (problems as { path: unknown }[]).map(({ path: _path, ...problem }) => problem),
    });
    expect(errors.map(kindOf)).toEqual(filtered.errors.map(kindOf));
    expect(errors).toMatchObject([{ extensions: { code: 'unknown-attribute' } }]);
  });

  test('a unit of another family is told once per family, and takes nothing else away', async () => {
    const { data, errors } = await served.graphql(
      `{ products(first: 20) { nodes {
        sku
        values { attribute { code } ... on MeasurementValue { measurement(unit: "KILOGRAM") { amount } } }
      } } }`,
    );
    const { nodes } = (data as unknown as Page).products;
    expect(nodes).toHaveLength(20);
    const values = nodes.flatMap(
      (node) => node.values as { attribute: { code: string }; measurement?: unknown }[],
    );
    const shown = Map.groupBy(values, ({ attribute: { code } }) => code);
    expect(new Set(shown.get('overall_height')?.map(({ measurement }) => measurement))).toEqual(
      new Set([null]),
    );
    expect(shown.get('net_weight')?.[0]?.measurement).toEqual({ amount: expect.any(String) });
    expect(errors.map(({ message }) => message).sort()).toEqual([
      "'KILOGRAM' is no unit of the family 'length'.",
      "'KILOGRAM' is no unit of the family 'power'.",
    ]);
  });

  test('takes codes in either case, and names in locales that are not enabled', async () => {
    const { errors } = await served.graphql(
      `{ products(first: 2) { nodes { label(locale: "DE_de", channel: "WEBSHOP") value(attribute: "TITLE") { display }
         attributeSet { label(locale: "fr_CA") } } } }`,
    );
    expect(errors).toEqual([]);
  });
});
