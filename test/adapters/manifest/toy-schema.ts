import { buildSchema, type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import type { FieldExtensions, OperationMetadata, TypeExtensions } from '../../../src/graphql/extensions.ts';

const SDL = `
"Reads."
type Query {
  "One lamp."
  lamp(code: String!): Lamp
  "All lamps."
  lamps(filter: LampFilter, sort: [LampSort!], first: Int! = 25, after: String): LampConnection!
}
"Writes."
type Mutation {
  "Makes a lamp."
  createLamp(input: CreateLampInput!, dryRun: Boolean! = false, idempotencyKey: String): CreateLampResult!
  "Changes a lamp."
  updateLamp(code: String!, input: UpdateLampInput!, ifVersion: Int, dryRun: Boolean! = false): UpdateLampResult!
  "Puts out a lamp."
  deleteLamp(code: String!, ifVersion: Int): DeleteLampResult!
  "Writes many lamps."
  upsertLamps(items: [CreateLampInput!]!): UpsertLampsResult!
}
interface Node { id: ID! }
type Lamp implements Node {
  id: ID! code: String! version: Int! status: LampStatus! brand: Brand
  labels(locale: String): [Label!]! data(form: Form! = FLAT, locales: [String!]): String!
  cells: String tags: [String!]! link: Link power: Int
  secret: Secret!
  "Its parts."
  parts(first: Int! = 25, after: String): LampConnection!
}
type Brand { code: String! name: String! }
type Link { ref: String! quantity: Int }
type Secret { word: String! }
type Label { locale: String! text: String! }
enum LampStatus { ON IN_REPAIR }
enum Form { FLAT CELLS }
type LampConnection { nodes: [Lamp!]! pageInfo: PageInfo! totalCount: Int! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type LampPayload { lamp: Lamp! outcome: String! dryRun: Boolean! }
type DeletePayload { id: ID! }
type UpsertPayload { created: Int! results: [LampResult!]! }
type LampResult { index: Int! outcome: String! lamp: Lamp problem: Problem }
interface Problem { code: String! status: Int! detail: String! errors: [String!]! }
type Conflict implements Problem { code: String! status: Int! detail: String! errors: [String!]! allowed: [String!]! }
type NotFound implements Problem { code: String! status: Int! detail: String! errors: [String!]! }
union CreateLampResult = LampPayload | Conflict
union UpdateLampResult = LampPayload | Conflict | NotFound
union DeleteLampResult = DeletePayload | NotFound
union UpsertLampsResult = UpsertPayload | Conflict
input LampFilter { code: CodeCondition and: [LampFilter!] }
input CodeCondition { eq: String in: [String!] empty: Boolean }
input LampSort { field: LampSortField! direction: SortDirection! = ASC }
enum LampSortField { CODE CREATED_AT }
enum SortDirection { ASC DESC }
input CreateLampInput { code: String! status: LampStatus labels: [LabelInput!] cells: [CellInput!] clear: [String!] tags: TagsInput link: LinkInput power: Int }
input UpdateLampInput { status: LampStatus labels: [LabelInput!] cells: [CellInput!] clear: [String!] tags: TagsInput }
input LabelInput { locale: String! text: String }
input CellInput { attribute: String! locale: String value: String }
input TagsInput { set: [String!] add: [String!] remove: [String!] }
input LinkInput { ref: String! quantity: Int }
`;

/** What a toy says about one field or type, over the sound declarations. */
export interface Saying {
  /** By `Type.field`; null takes the declaration away. */
  readonly fields?: Readonly<Record<string, FieldExtensions | null>>;
  readonly types?: Readonly<Record<string, TypeExtensions | null>>;
  readonly descriptions?: Readonly<Record<string, string | null>>;
}

const operation = (
  name: string,
  effect: OperationMetadata['effect'],
  scope: OperationMetadata['scope'] = effect === 'read' ? 'products:read' : 'products:write',
): OperationMetadata => ({ name, scope, effect, retry: 'safe' });

export const SOUND_FIELDS: Readonly<Record<string, FieldExtensions>> = {
  'Query.lamp': { operation: operation('getLamp', 'read'), rest: { method: 'GET', path: '/lamps/{code}' } },
  'Query.lamps': {
    operation: operation('listLamps', 'read'),
    rest: [
      { method: 'GET', path: '/lamps' },
      { method: 'POST', path: '/lamps/search' },
    ],
  },
  'Mutation.createLamp': {
    operation: operation('createLamp', 'write'),
    rest: { method: 'POST', path: '/lamps', status: 201 },
  },
  'Mutation.updateLamp': {
    operation: operation('updateLamp', 'write'),
    rest: { method: 'PATCH', path: '/lamps/{code}', upsert: { field: 'upsertLamps' } },
  },
  'Mutation.deleteLamp': {
    operation: operation('deleteLamp', 'destroy'),
    rest: { method: 'DELETE', path: '/lamps/{code}', status: 204 },
  },
  'Mutation.upsertLamps': {
    operation: operation('upsertLamps', 'write'),
    rest: { method: 'POST', path: '/lamps/batch' },
  },
  'Lamp.parts': { rest: { method: 'GET', path: '/lamps/{code}/parts', parent: 'lamp', name: 'listParts' } },
};

/** What inputs write beside the view. */
const MORE_OF_LAMP = 'cells tags link { ref quantity } power';
export const SOUND_TYPES: Readonly<Record<string, TypeExtensions>> = {
  Lamp: {
    view: '($form: Form! = CELLS) { id code version status brand { code } labels(locale: $locale) { locale text } values: data(form: $form, locales: $locales) }',
    expansions: { parts: 'parts(first: 3) { nodes { code } }', more: MORE_OF_LAMP },
  },
  Label: { keyedList: { by: 'locale', value: 'text' } },
  LabelInput: { keyedList: { by: 'locale', value: 'text' } },
  CellInput: { keyedList: { by: 'attribute', value: 'value', many: true, clears: 'clear' } },
  LinkInput: { shorthand: 'ref' },
  LampPayload: { answers: 'lamp' },
  UpsertPayload: { isBatch: true },
  LampResult: { view: '{ index status: outcome }' },
};

/** A small schema whose declarations are sound, but for what is said. */
export function toySchema(saying: Saying = {}): GraphQLSchema {
  const schema = buildSchema(SDL);
  const fields: Readonly<Record<string, FieldExtensions | null>> = { ...SOUND_FIELDS, ...saying.fields };
  for (const [location, extensions] of Object.entries(fields)) {
    const field = fieldAt(schema, location);
    field.extensions = { ...field.extensions, ...(extensions ?? {}) };
  }
  for (const [name, extensions] of Object.entries({ ...SOUND_TYPES, ...saying.types })) {
    const type = schema.getType(name);
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      type.extensions = { ...type.extensions, ...(extensions ?? {}) };
  }
  for (const [location, description] of Object.entries(saying.descriptions ?? {}))
    fieldAt(schema, location).description = description;
  return schema;
}

function fieldAt(schema: GraphQLSchema, location: string) {
  const [owner = '', name = ''] = location.split('.');
  const type = schema.getType(owner);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (field === undefined) throw new Error(`The toy has no ${location}.`);
  return field;
}
