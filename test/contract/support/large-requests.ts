import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { type Specimen, schema } from './authorization-world.ts';
import { leavesOf, type RootField, rootFields, WORDS } from './root-fields.ts';

/** One request whose work is measured. */
export interface LargeRequest {
  readonly label: string;
  readonly kind: RootField['kind'];
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Optional arguments of lists, by `field.argument` or by name: each value is asked for once. */
const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  group: ['marketing'],
  optionSet: ['colors'],
  'attributeSetSchema.channel': ['web'],
  'categories.depth': [1],
  'categories.parent': ['clothes'],
  'categories.root': ['clothes'],
  actor: ['usr_01a21b91450d7918baee40dd5c95a5ed'],
  'auditEntries.kind': ['member.added', 'attribute.updated'],
  'auditEntries.areas': [['MODEL'], ['ACCESS', 'DATA_FLOWS']],
  since: ['2026-01-01T00:00:00Z'],
  locale: ['en_US'],
  product: ['TYPED'],
  sku: ['DELETED'],
  codes: [['acme', 'acme-1']],
  search: ['te', 'picture-1', 'red', 'acme'],
  query: ['te', 'ac', 'typed-1', 'acme-1'],
  missingLabel: ['de_DE'],
  missingAltIn: ['de_DE'],
  missingIn: [['de_DE'], ['de_DE', 'en_US']],
  attributeSet: ['typed'],
  requiredIn: ['web'],
  mimeType: ['image/png', 'application/pdf'],
  tags: [['nobody']],
  storefront: ['shop'],
  channel: ['web'],
  channels: [['web']],
  locales: [['en_US']],
  attributes: [['name']],
  type: ['cross_sell'],
  'attributes.types': [['TEXT']],
  'events.types': [['product.created'], ['category.deleted']],
  events: [['product.created']],
  changedAttributes: [['d_text']],
  kinds: [['ATTRIBUTE'], ['LOCALE', 'CHANNEL']],
  'modelLabels.kinds': [['ATTRIBUTE'], ['OPTION', 'UNIT']],
  object: ['atr_00000000000000000000000000000001'],
  code: ['name'],
  until: ['2100-01-01T00:00:00Z'],
  requestId: ['request'],
  jobId: ['job_00000000000000000000000000000001'],
  scopes: [['products:read']],
  unit: ['GRAM'],
  from: ['v1'],
  to: ['v1'],
  asOf: ['v1'],
  upTo: [100],
  width: [100],
  height: [100],
  expiresInSeconds: [60],
};
/** Optional arguments that are left out, each for its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  first: 'the default page is what is measured',
  after: 'a cursor is that of another answer',
  epoch: 'the epoch of another answer',
  changedSince: 'the token of another answer',
  afterSequence: 'filled already',
  'findCodes.attribute': 'goes with another kind',
  'findCodes.parent': 'goes with another kind',
  limit: 'the default is what is measured',
  entityType: 'filled already',
  'completenessSummary.filter': 'the conditions are those of products',
};

/** Conditions for each field of a filter, as text of a document, by `Filter.field` or by name. */
const CONDITIONS: Readonly<Record<string, string | readonly string[]>> = {
  active: 'true',
  associations: '[{ type: "cross_sell", any: ["ROBE"] }]',
  attributeSet: '{ eq: "typed" }',
  attributes: '[{ attribute: "d_select", eq: "red" }, { attribute: "d_number", gte: 1 }]',
  'EntityFilter.attributes': '[{ attribute: "d_text", contains: "Ac" }]',
  // Half of the categories are below one, which nearly all products are in, and half below one that is empty.
  categories: ['any', 'none'].flatMap((operator) =>
    ['clothes', 'sale'].map((code) => `{ ${operator}: ["${code}"] }`),
  ),
  channel: '"web"',
  channels: '{ any: ["web"] }',
  codes: '["acme", "acme-1"]',
  completeness: '{ lt: 50 }',
  createdAt: '{ gte: "2026-01-01T00:00:00Z" }',
  effectiveUpdatedAt: '{ gte: "2026-01-01T00:00:00Z" }',
  entityType: '"brand"',
  externalRefs: [
    '[{ system: "erp", empty: false }]',
    `[{ system: "erp", in: ${JSON.stringify(Array.from({ length: 20 }, (_, index) => `unknown-${index}`))} }]`,
  ],
  id: '{ ne: "prd_01a21b9148d775fa9fcf3ea0f9193f4c" }',
  isRoot: 'false',
  live: '{ channel: "web", locale: "en_US" }',
  locale: '"en_US"',
  parent: '{ eq: "ROBE" }',
  'EntityFilter.parent': '"group"',
  publication: '{ channel: "web", state: PUBLISHED }',
  q: '"te"',
  sku: '{ contains: "ped-1" }',
  status: '{ eq: PUBLISHED }',
  tags: '{ any: ["nobody"] }',
  type: '{ eq: VARIANT }',
  updatedAt: '{ gte: "2026-01-01T00:00:00Z" }',
  and: '[{ q: "te" }, { not: { q: "acme" } }]',
  or: '[{ q: "te" }, { q: "acme" }]',
  not: '{ q: "te" }',
};

const missing = (what: string): never => {
  throw new Error(
    `The test of large catalogues knows no value for ${what}: add one to CHOICES or CONDITIONS, or a reason to LEFT_OUT.`,
  );
};

/**
 * Every request that is measured: each root field with the arguments of the contract tests, without and with exact
 * totals; each object and list behind a root query; each optional argument of a list, each condition of a filter; and each
 * deletion of what is in use.
 *
 * @throws Error naming an argument, a root field or a condition for which there is no value.
 */
export function largeRequests(specimens: Readonly<Record<string, Specimen>>): LargeRequest[] {
  const fields = rootFields(specimens).filter(({ kind }) => kind !== 'subscription');
  const inUse = rootFields(
    Object.fromEntries(
      Object.entries(specimens).map(([type, specimen]) => [type, { ...specimen, doomed: specimen.kept }]),
    ),
  );
  return [
    ...fields.flatMap((field) => (field.kind === 'query' ? readsOf(field) : [writeOf(field)])),
    ...inUse
      .filter(({ name, canBeTried }) => name.startsWith('delete') && canBeTried)
      .map((field) => ({ ...writeOf(field), label: `${field.name} of what is in use` })),
  ];
}

const writeOf = ({ name, kind, document, dryVariables }: RootField): LargeRequest => ({
  label: name,
  kind,
  document,
  variables: dryVariables,
});

/** A field with what a request for it selects. */
interface Selection {
  readonly label: string;
  readonly text: string;
}

function readsOf({ name, kind, document, variables }: RootField): LargeRequest[] {
  const field = schema.getQueryType()?.getFields()[name] as GraphQLField<unknown, unknown>;
  const [head = ''] = document.split('{', 1);
  const passed = Object.keys(variables).map((variable) => `${variable}: $${variable}`);
  const requestOf = ({ label, text }: Selection, more: readonly string[] = []): LargeRequest => {
    const all = [...passed, ...more].join(', ');
    return {
      label: `${name}${label}`,
      kind,
      document: `${head} { ${name}${all === '' ? '' : `(${all})`} ${text} }`,
      variables,
    };
  };
  const type = getNamedType(field.type);
  const selections = selectionsOf(type);
  const [own = { label: '', text: '' }] = selections;
  return [
    ...selections.map((selection) => requestOf(selection)),
    ...choicesOf(field, new Set(Object.keys(variables))).map((choice) =>
      requestOf({ label: `(${choice})`, text: own.text }, [choice]),
    ),
  ];
}

/** Everything that a field of a type can be asked for, in parts: its leaves first, then each object and list behind it. */
function selectionsOf(type: GraphQLNamedType): Selection[] {
  if (isLeafType(type)) return [{ label: '', text: '' }];
  if (!isObjectType(type)) return [{ label: '', text: leavesIn(type) }];
  const { nodes } = type.getFields();
  const node = nodes === undefined ? type : getNamedType(nodes.type);
  const around = (text: string) => (nodes === undefined ? `{ ${text} }` : `{ nodes { ${text} } }`);
  const leaves = isObjectType(node) ? leavesOf(node) : [];
  const counts = leaves.filter((name) => COUNT.test(name));
  const own = leaves.filter((name) => !COUNT.test(name));
  // Fields of the objects of a list are also fields of the single object, which has a root field of its own.
  const isOfList = nodes !== undefined && hasSingle(node);
  const behind = isObjectType(node) && !isOfList ? partsOf(node, around) : [];
  const beside = nodes === undefined ? [] : partsOf(type, (text) => `{ ${text} }`);
  return [
    { label: '', text: around(`__typename ${own.join(' ')}`) },
    ...(counts.length > 0 ? [{ label: ' { counts }', text: around(counts.join(' ')) }] : []),
    ...(nodes !== undefined && type.getFields().totalCount !== undefined
      ? [{ label: ' { totalCount }', text: '{ totalCount }' }]
      : []),
    ...behind,
    ...beside,
  ];
}

/** Numbers that are counted when they are asked for, and whether they are exact. */
const COUNT = /Count(Exact)?$/;

const hasSingle = (node: GraphQLNamedType) =>
  Object.values(schema.getQueryType()?.getFields() ?? {}).some(({ type }) => getNamedType(type) === node);

/** The objects and lists among the fields of a type, one by one; of lists the total, too. */
function partsOf(type: Parameters<typeof leavesOf>[0], around: (text: string) => string): Selection[] {
  const composite = Object.values(type.getFields()).filter(
    ({ name, type: of }) => !isLeafType(getNamedType(of)) && !['nodes', 'edges', 'pageInfo'].includes(name),
  );
  return composite.flatMap((field) => {
    const required = field.args.filter(
      ({ type: of, defaultValue }) => isNonNullType(of) && defaultValue === undefined,
    );
    const given = required.map(
      ({ name }) => `${name}: ${literal(WORDS[name] ?? missing(`${type.name}.${field.name}(${name})`))}`,
    );
    const call = (choice?: string) => {
      const all = choice === undefined ? given : [...given, choice];
      return all.length === 0 ? field.name : `${field.name}(${all.join(', ')})`;
    };
    const behind = getNamedType(field.type);
    const total =
      isObjectType(behind) && behind.getFields().nodes !== undefined && 'totalCount' in behind.getFields();
    return [
      { label: `.${field.name}`, text: around(`${call()} ${leavesIn(behind)}`) },
      ...(total
        ? [{ label: `.${field.name} { totalCount }`, text: around(`${call()} { totalCount }`) }]
        : []),
      ...choicesOf(field, new Set(required.map(({ name }) => name))).map((choice) => ({
        label: `.${field.name}(${choice})`,
        text: around(`${call(choice)} ${leavesIn(behind)}`),
      })),
    ];
  });
}

/** The leaves of a type; of a connection those of its nodes, of a union those of each member. */
function leavesIn(type: GraphQLNamedType): string {
  if (isUnionType(type))
    return `{ __typename ${type
      .getTypes()
      .map((member) => `... on ${member.name} ${leavesIn(member)}`)
      .join(' ')} }`;
  if (isInterfaceType(type)) return '{ __typename }';
  if (!isObjectType(type)) return '';
  const { nodes } = type.getFields();
  if (nodes !== undefined) return `{ nodes ${leavesIn(getNamedType(nodes.type))} }`;
  const leaves = leavesOf(type).filter((name) => !COUNT.test(name));
  return `{ __typename ${leaves.join(' ')} }`;
}

/** Each value of each optional argument, as text of a document; each condition also in the order of the keys. */
function choicesOf(field: GraphQLField<unknown, unknown>, given: ReadonlySet<string>): string[] {
  return field.args
    .filter(
      ({ name }) => !given.has(name) && (LEFT_OUT[`${field.name}.${name}`] ?? LEFT_OUT[name]) === undefined,
    )
    .flatMap((argument) => {
      const values = valuesOf(argument, field.name).map((value) => `${argument.name}: ${value}`);
      const key = argument.name === 'filter' ? KEY_SORTS[getNamedType(argument.type).name] : undefined;
      const sorts = key !== undefined && field.args.some(({ name }) => name === 'sort');
      return sorts ? [...values, ...values.map((value) => `${value}, sort: [{ field: ${key} }]`)] : values;
    });
}

/** What the rows of search have an index of that says nothing of a filter, by the type of the filter. */
const KEY_SORTS: Readonly<Record<string, string>> = { ProductFilter: 'SKU', EntityFilter: 'CODE' };

function valuesOf({ name, type }: GraphQLArgument, owner: string): string[] {
  const choices = CHOICES[`${owner}.${name}`] ?? CHOICES[name];
  const named = getNamedType(type);
  const inList = (value: string) => (isListType(getNullableType(type)) ? `[${value}]` : value);
  if (named.name === 'Boolean') return ['true', 'false'];
  if (isEnumType(named)) return named.getValues().map((value) => inList(value.name));
  if (named.name === 'ProductSort' || named.name === 'EntitySort') return sortsBy(named.name).map(inList);
  if (isInputObjectType(named) && name === 'sort') return listSorts(named).map(inList);
  if (isInputObjectType(named) && name === 'filter')
    return Object.values(named.getFields()).flatMap((field) => {
      const conditions = CONDITIONS[`${named.name}.${field.name}`] ?? CONDITIONS[field.name];
      return [conditions ?? missing(`${named.name}.${field.name}`)]
        .flat()
        .map((condition) => `{ ${field.name}: ${condition} }`);
    });
  return (choices ?? missing(`the argument ${name} of ${owner}`)).map((value) => literal(value));
}

/** Returns each field that a list of the model is sorted by, in both directions. */
function listSorts(sort: GraphQLInputObjectType): string[] {
  const fields = getNamedType(sort.getFields().field?.type);
  if (!isEnumType(fields)) throw new Error(`${sort.name} has no field.`);
  return fields
    .getValues()
    .flatMap(({ name }) => ['ASC', 'DESC'].map((one) => `{ field: ${name}, direction: ${one} }`));
}

/** Returns the sorts of products or entities by each property in both directions, and by attributes. */
function sortsBy(input: 'ProductSort' | 'EntitySort'): string[] {
  const fields = schema.getType(`${input}Field`);
  if (!isEnumType(fields)) throw new Error(`There is no ${input}Field.`);
  return [
    ...fields
      .getValues()
      .flatMap(({ name }) => ['ASC', 'DESC'].map((one) => `{ field: ${name}, direction: ${one} }`)),
    '{ attribute: "d_number" }',
    '{ attribute: "d_text", direction: DESC }',
  ];
}

/** A value as text of a document. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value);
}
