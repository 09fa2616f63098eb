import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { ScopeExpression } from '../../../src/kernel/scopes.ts';
import { type Specimen, schema } from './authorization-world.ts';
import { ARCHIVE_UPLOAD } from './kept-archive.ts';

/** A root field with a document that asks it for something that is there. */
export interface RootField {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** What it needs with these variables, and what by itself. */
  readonly scope: ScopeExpression;
  readonly ownScope: ScopeExpression;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Whether it has a dry run. */
  readonly canBeTried: boolean;
  /** The variables of a dry run, where it can be tried; else the same. */
  readonly dryVariables: Readonly<Record<string, unknown>>;
}

/** What arguments and input fields get, by `Input.field` or by name alone. */
export const WORDS: Readonly<Record<string, unknown>> = {
  afterSequence: '0',
  attribute: 'name',
  comment: 'Because',
  currency: 'EUR',
  entityType: 'brand',
  kind: 'ATTRIBUTE',
  locale: 'en_US',
  name: 'Renamed',
  on: ['status', 'd_select'],
  optionSet: 'colors',
  refs: ['TYPED'],
  role: 'EDITOR',
  with: 'doomed',
  scopes: ['products:read'],
  text: 'Renamed',
  factor: '1',
  'AddMediaInput.base64': 'R0lGODlh',
  'AddMediaInput.filename': 'fresh.gif',
  'ApplyModelInput.attributeGroups': [{ code: 'fresh' }],
  version: 1,
  'MoveCategoryInput.parent': 'sale',
  'CreateAttributeInput.type': 'TEXT',
  'CreateChannelInput.locales': ['en_US'],
  'CreateChannelInput.currencies': ['EUR'],
  'CreateStorefrontInput.channel': 'web',
  'CreateStorefrontKeyInput.storefront': 'shop',
  'CreateStorefrontKeyInput.kind': 'PUBLISHABLE',
  'CreateSavedViewInput.resource': 'PRODUCTS',
  'CreateCommentInput.product': 'TYPED',
  'CreateCommentInput.body': 'Because',
  'UpdateCommentInput.body': 'Because',
  'CreateImportExportProfileInput.direction': 'IMPORT',
  'CreateImportExportProfileInput.resource': 'PRODUCTS',
  'CreateImportExportProfileInput.format': 'CSV',
  'RunProfileInput.rows': [{ sku: 'FRESH' }],
  // Real ones are refused while one is under way.
  'RunProfileInput.dryRun': true,
  'CorrectRowsInput.dryRun': true,
  'CorrectRowsInput.replacements': [{ column: 'type', from: 'wrong', to: 'simple' }],
  'BulkEditProductsInput.filter': { sku: { eq: 'NOBODY' } },
  'BulkEditProductsInput.patch': { comment: 'Because', values: [{ attribute: 'd_text', value: 'Renamed' }] },
  'BulkEditProductsInput.expectedCount': 0,
  'PreviewBulkEditInput.filter': { sku: { eq: 'NOBODY' } },
  'PreviewBulkEditInput.patch': { comment: 'Because', values: [{ attribute: 'd_text', value: 'Renamed' }] },
  // Nobody has changed anything: what a revert needs depends on what it takes back.
  'RevertChangesInput.selection': {
    actorSince: { actorId: 'usr_01a21b91450d7918baee40dd5c95a5ed', since: '2026-01-01T00:00:00Z' },
  },
  'AkeneoFolderInput.uploadId': ARCHIVE_UPLOAD,
  'ApplyProposalInput.rows': [{ sku: 'PROPOSED', Lumens: '400' }],
  'ApplyProposalInput.attributeSet': 'fresh_set',
  'ApplyTemplateInput.template': 'FURNITURE',
  'ApplyTemplateInput.channel': 'fresh_channel',
  'PreviewImportInput.rows': [{ sku: 'FRESH' }],
  'PreviewImportInput.profile': 'supplier',
  'CreateMeasurementFamilyInput.standardUnit': 'PIECE',
  'CreateMeasurementFamilyInput.units': [{ code: 'PIECE', factor: '1' }],
  'LinkMediaInput.files': ['picture'],
  'LinkMediaInput.patterns': ['{sku}'],
  'LinkMediaInput.attribute': 'd_image',
  'mergeEntities.keep': 'group',
  'mergeEntities.merge': ['twin'],
  'mergeOptions.keep': 'red',
  'mergeOptions.merge': ['green'],
  'setProductStatuses.status': 'IN_REVIEW',
  'DuplicateProductInput.sku': 'FRESH',
  'SetProductStatusInput.status': 'IN_REVIEW',
  'AddMemberInput.email': 'fresh@example.com',
  'AddMemberInput.name': 'Fresh',
  channel: 'web',
  slug: 'text',
  'categoryBySlug.slug': 'clothes',
  'AddMemberInput.role': 'VIEWER',
  'CreateWebhookInput.url': 'https://fresh.example.com/',
  'UpdateWebhookInput.description': 'Renamed',
  'ReplayWebhookInput.fromSequence': '1',
  'UpdateAttributeInput.labels': [{ locale: 'en_US', text: 'Renamed' }],
  'UpsertEntityInput.entityType': 'brand',
  'UpdateProductInput.values': [{ attribute: 'd_text', value: 'Renamed' }],
};
/** Fields whose scope depends on an argument: what they need with the words above. */
const SCOPES_BY_ARGUMENT: Readonly<Record<string, ScopeExpression>> = {
  findCodes: 'attributes:read',
  // Who keeps a profile may do what it does.
  createImportExportProfile: { allOf: ['import-export:write', 'products:write'] },
  updateImportExportProfile: { allOf: ['import-export:write', 'products:read', 'products:write'] },
  upsertImportExportProfiles: { allOf: ['import-export:write', 'products:write'] },
  // A job does what whoever starts it may do: here it imports products.
  runProfile: { allOf: ['import-export:write', 'products:write'] },
  correctRows: { allOf: ['import-export:read', 'import-export:write', 'products:write'] },
  previewImport: { allOf: ['import-export:write', 'products:write'] },
  // The default events of a webhook are those of products.
  createWebhook: { allOf: ['settings:write', 'products:read'] },
  updateWebhook: { allOf: ['settings:write', 'products:read'] },
};
/** Optional input fields that are filled, so that a write changes something. */
const FILLED: ReadonlySet<string> = new Set([
  ...['labels', 'text', 'enabled', 'name', 'comment', 'jobId'],
  'UpsertProductInput.sku',
]);
/** Optional arguments that are filled: a subscription that begins in the past has something to answer at once, a batch items. */
const FILLED_ARGUMENTS: ReadonlySet<string> = new Set(['dryRun', 'afterSequence', 'entityType', 'items']);
/** Optional arguments that name the object above the one in question, with its type; paths of REST have both. */
const OWNER_ARGUMENTS: Readonly<Record<string, string>> = { webhookId: 'WebhookEndpoint' };
/** Types that present an object of another one. */
const SUBJECTS: Readonly<Record<string, string>> = {
  PreviewLink: 'Storefront',
  StorefrontSchema: 'Storefront',
  ProductVerdict: 'Product',
};
/** Nouns of fields that are called otherwise as a type. */
const NOUNS: Readonly<Record<string, string>> = {
  Profile: 'ImportExportProfile',
  Data: 'Job',
  Rows: 'Job',
  PersonalData: 'Member',
  ProductRevision: 'Product',
  EntityRevision: 'Entity',
};
/** Arguments that name the object an operation is about. */
const KEYS: ReadonlySet<string> = new Set(['code', 'sku', 'ref', 'id', 'userId', 'jobId', 'actor']);

export type Purpose = keyof Specimen;
const PURPOSES: Readonly<Record<string, Purpose>> = {
  move: 'kept',
  add: 'fresh',
  apply: 'fresh',
  create: 'fresh',
  upsert: 'fresh',
  update: 'kept',
  set: 'kept',
  correct: 'kept',
  delete: 'doomed',
  remove: 'doomed',
  revoke: 'doomed',
  rotate: 'doomed',
  cancel: 'doomed',
  bulk: 'kept',
  run: 'kept',
  import: 'kept',
  preview: 'kept',
  retry: 'deleted',
  adopt: 'deleted',
  ping: 'kept',
  replay: 'kept',
  redeliver: 'kept',
  revert: 'kept',
  erase: 'kept',
  merge: 'kept',
  link: 'kept',
  clear: 'kept',
  replace: 'kept',
  restore: 'deleted',
  duplicate: 'kept',
  // Of an object that is there.
  restoreProductRevision: 'kept',
  restoreEntityRevision: 'kept',
};

const missing = (location: string): never => {
  throw new Error(
    `The authorization tests know no value for ${location}: add one to WORDS, or an object to the specimens.`,
  );
};

/** Every root field of the schema, ready to be asked. @throws Error naming an argument that cannot be filled. */
export function rootFields(specimens: Readonly<Record<string, Specimen>>): RootField[] {
  const query = Object.values(schema.getQueryType()?.getFields() ?? {});
  const mutation = Object.values(schema.getMutationType()?.getFields() ?? {});
  const subscription = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
  return [
    // `node` is asked per type, by tests of its own.
    ...query.filter(({ name }) => name !== 'node').map((field) => toRootField('query', field, specimens)),
    ...mutation.map((field) => toRootField('mutation', field, specimens)),
    ...subscription.map((field) => toRootField('subscription', field, specimens)),
  ];
}

function toRootField(
  kind: RootField['kind'],
  field: GraphQLField<unknown, unknown>,
  specimens: Readonly<Record<string, Specimen>>,
): RootField {
  const ownScope = field.extensions.operation?.scope;
  const scope = SCOPES_BY_ARGUMENT[field.name] ?? ownScope;
  if (scope === undefined || ownScope === undefined)
    throw new Error(`${field.name} is derived from no operation.`);
  const purpose =
    kind !== 'mutation'
      ? 'kept'
      : (PURPOSES[field.name] ?? PURPOSES[verbOf(field.name)] ?? missing(`the verb of ${field.name}`));
  const key = () => keyOfField(field, purpose, specimens);
  const filled = field.args.filter(
    (argument) =>
      isRequired(argument) || FILLED_ARGUMENTS.has(argument.name) || argument.name in OWNER_ARGUMENTS,
  );
  const variables = Object.fromEntries(
    filled.map((argument) => {
      const { name } = argument;
      const owner = specimens[OWNER_ARGUMENTS[name] ?? '']?.kept;
      return [name, name === 'dryRun' ? false : (owner ?? valueFor(argument, field.name, key))];
    }),
  );
  const declared = filled.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = filled.map(({ name }) => `${name}: $${name}`).join(', ');
  const head = declared === '' ? kind : `${kind} (${declared})`;
  const call = passed === '' ? field.name : `${field.name}(${passed})`;
  return {
    name: field.name,
    kind,
    scope,
    ownScope,
    document: `${head} { ${call} ${selectionOf(getNamedType(field.type))} }`,
    variables,
    canBeTried: 'dryRun' in variables,
    dryVariables: 'dryRun' in variables ? { ...variables, dryRun: true } : variables,
  };
}

const verbOf = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? '';
const isRequired = (argument: GraphQLArgument | GraphQLInputField) =>
  isNonNullType(argument.type) && argument.defaultValue === undefined;

/** The key of the object that a root field is about. @throws Error when there is none of that type. */
export function keyOfField(
  field: GraphQLField<unknown, unknown>,
  purpose: Purpose,
  specimens: Readonly<Record<string, Specimen>>,
): string {
  const subject = subjectOf(field);
  return (
    specimens[SUBJECTS[subject] ?? subject]?.[purpose] ??
    missing(`the ${purpose} ${subject} of ${field.name}`)
  );
}

/** The type of the objects that a root field is about. */
function subjectOf(field: GraphQLField<unknown, unknown>): string {
  const answered = getNamedType(field.type);
  if (isObjectType(answered)) return answered.name.replace(/Connection$/, '');
  const noun = field.name.slice(verbOf(field.name).length).replace(/(Role|Status|Secret)$/, '');
  if (NOUNS[noun] !== undefined) return NOUNS[noun];
  if (schema.getType(noun) !== undefined) return noun;
  // `attributeSetSchema` tells something of an `attributeSet`.
  const described = field.name.replace(/[A-Z][a-z]+$/, '');
  const queries = schema.getQueryType()?.getFields();
  const list = queries?.[`${noun[0]?.toLowerCase()}${noun.slice(1)}`] ?? queries?.[described];
  return list === undefined ? missing(`the subject of ${field.name}`) : subjectOf(list);
}

function valueFor(argument: GraphQLArgument | GraphQLInputField, owner: string, key: () => string): unknown {
  const { name, type } = argument;
  const word = WORDS[`${owner}.${name}`] ?? WORDS[name];
  if (KEYS.has(name) && WORDS[`${owner}.${name}`] === undefined) return key();
  if (word !== undefined && !isInputObjectType(getNamedType(type))) return word;
  return WORDS[`${owner}.${name}`] ?? valueOfType(type, `${owner}.${name}`, key);
}

function valueOfType(type: GraphQLInputType, location: string, key: () => string): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [valueOfType(inner.ofType, location, key)];
  if (location.endsWith('.enabled')) return true;
  if (!isInputObjectType(inner)) return missing(location);
  const fields = Object.values(inner.getFields()).filter(
    (field) =>
      isRequired(field) ||
      FILLED.has(field.name) ||
      FILLED.has(`${inner.name}.${field.name}`) ||
      WORDS[`${inner.name}.${field.name}`] !== undefined,
  );
  return Object.fromEntries(fields.map((field) => [field.name, valueFor(field, inner.name, key)]));
}

/** Scalars and enums of a type that need no arguments. */
export function leavesOf(type: GraphQLObjectType): string[] {
  return Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequired))
    .map(({ name }) => name);
}

/** Asks for what a field answers by itself: leaves, of lists their items' leaves, of refusals everything. */
function selectionOf(type: ReturnType<typeof getNamedType>): string {
  if (isUnionType(type)) {
    const payloads = type
      .getTypes()
      .filter((member) => !member.getInterfaces().some(({ name }) => name === 'Problem'));
    const parts = payloads.map(
      (payload) => `... on ${payload.name} { __typename ${leavesOf(payload).join(' ')} }`,
    );
    const problem =
      '... on Problem { code status title detail errors { code path message value suggestions } }';
    return `{ __typename ${[...parts, problem].join(' ')} }`;
  }
  if (isInterfaceType(type)) return '{ __typename }';
  if (!isObjectType(type)) return '';
  const nodes = type.getFields().nodes;
  if (nodes === undefined) return `{ __typename ${leavesOf(type).join(' ')} }`;
  return `{ totalCount nodes ${selectionOf(getNamedType(nodes.type))} }`;
}
