import { CODE_PATTERN_WITH_DASH, foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { snakeCase } from '../../../platform/resource/table-store.ts';
import { type AttributeDefinition, enumSchema, type SchemaMetadata } from '../../attribute/index.ts';
import { ALL_CHANNELS } from '../../attribute-set/index.ts';
import {
  KEYWORDS_PROPERTIES,
  KEYWORDS_SCHEMA,
  type KeywordsProperty,
  PRODUCT_TYPES,
  type ProductPropertyKey,
} from '../../property/index.ts';
import type { CatalogueStructure, ChannelStructure, SetStructure } from '../../structure/index.ts';
import { SKU_SCHEMA } from '../model/product-rules.ts';
import { nextStatuses } from '../model/product-state.ts';
import { entrySchema } from './entry-schema.ts';
import { exampleEntry } from './example-product.ts';
import { currenciesOf, type SchemaLookups, type SchemaScope, scopeOf, textOf } from './schema-scope.ts';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
/** Codes of categories, channels and the like. */
const CODE = { type: 'string', pattern: '^[A-Za-z0-9_]{1,100}$' } as const;
const NULL = { type: 'null' } as const;

/**
 * Returns JSON Schema (draft 2020-12) of a product of a set as it is written: the body of `POST /products`. It rejects
 * nothing that a write takes, but for codes in another than their stored case and for what depends on the stored
 * product (a value that stays what it is, cells of attributes that left the set). It cannot express, and so also takes:
 * values that are not unique; check digits; bounds, places and steps of decimals sent as texts; bounds of dates;
 * lengths and elements of HTML; options and entities beyond those it lists; whether files, products and categories
 * exist and fit; RE2 patterns that ECMAScript lacks; one cell named twice; currencies of one channel in another; axes.
 *
 * @param listed options and entities to list, and the day
 * @param channel describes what this channel needs and takes alone; null: all channels
 */
export function productSchema(
  set: SetStructure,
  structure: CatalogueStructure,
  listed: SchemaLookups,
  channel: ChannelStructure | null = null,
): JsonObject {
  const scope = scopeOf(set, structure, channel);
  const parts = new Map<string, JsonObject>();
  const metadata: SchemaMetadata = {
    ...listed,
    findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
    currencies: scope.currencies,
    refer(name, make) {
      if (!parts.has(name)) parts.set(name, make());
      return { $ref: `#/$defs/${name}` };
    },
  };
  const { document } = set;
  const title = textOf(document.labels, structure);
  const properties = propertiesOf(scope, metadata);
  return {
    $schema: DRAFT,
    ...(title !== undefined && { title }),
    description: [document.description, ABOUT].filter((text) => text !== null && text !== '').join(' '),
    type: 'object',
    properties,
    required: ['sku'],
    additionalProperties: false,
    $defs: { ...Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))), ...requirements(scope) },
  };
}

const ABOUT =
  'A new product of this attribute set. A missing value that a channel requires is not an error: the product is incomplete. An update contains only the changes; null clears a value.';

function propertiesOf(scope: SchemaScope, metadata: SchemaMetadata): JsonObject {
  const { structure, set } = scope;
  const layouts = [...set.layouts.values()].map(({ code }) => code);
  const ofProperties: Readonly<Record<Exclude<ProductPropertyKey, KeywordsProperty>, JsonObject>> = {
    sku: { ...SKU_SCHEMA, description: 'Unique in either case.' },
    type: {
      enum: PRODUCT_TYPES,
      description: 'Determined by the parent; otherwise simple.',
    },
    attributeSet: { const: set.document.code, description: 'Inherited below a parent.' },
    parent: {
      anyOf: [{ type: 'string', minLength: 1 }, NULL],
      description: 'SKU, id or external id of the parent model.',
    },
    variantLayout: { enum: [...layouts, null], description: 'Of root models, and only of them.' },
    status: { enum: ['draft', ...nextStatuses('draft')], description: 'Draft when left out.' },
    channels: {
      anyOf: [
        { type: 'array', items: enumSchema([...structure.channels.values()].map(({ code }) => code)) },
        NULL,
      ],
      description: 'Where it is sold; null = every channel.',
    },
    categories: { anyOf: [{ type: 'array', items: CODE }, NULL] },
    externalRefs: {
      type: 'object',
      propertyNames: { pattern: CODE_PATTERN_WITH_DASH.source },
      maxProperties: 100,
      additionalProperties: { type: ['string', 'null'], minLength: 1, maxLength: 255 },
      description: 'Its ids in other systems, by system; each id is unique in its system.',
    },
  };
  return {
    ...Object.fromEntries(
      KEYWORDS_PROPERTIES.map((key) => [snakeCase(key), { anyOf: [KEYWORDS_SCHEMA, NULL] }]),
    ),
    ...Object.fromEntries(Object.entries(ofProperties).map(([key, schema]) => [snakeCase(key), schema])),
    values: {
      type: 'object',
      properties: Object.fromEntries(
        set.attributes.map((attribute) => [attribute.code, attributeSchema(attribute, scope, metadata)]),
      ),
      additionalProperties: { type: 'null', description: 'No attribute of the set: can only be cleared.' },
    },
    associations: {
      type: 'object',
      properties: Object.fromEntries(
        [...structure.associationTypes.values()].map(({ code, quantified }) => [
          code,
          linksSchema(quantified),
        ]),
      ),
      additionalProperties: false,
    },
  };
}

/** Returns the links of one type, which replace those that are there. */
function linksSchema(quantified: boolean): JsonObject {
  const ref = { type: 'string', minLength: 1, description: 'SKU, id or external id of the other product.' };
  const quantifiedLink = {
    type: 'object',
    properties: { ref, quantity: { type: 'integer', minimum: 1 } },
    required: ['ref', 'quantity'],
    additionalProperties: false,
  };
  const products = { type: 'array', items: quantified ? quantifiedLink : ref };
  const entities = {
    type: 'array',
    items: { type: 'string', minLength: 1, description: 'Type and code (`brand/acme`) or id of an entity.' },
  };
  return { type: 'object', properties: { products, entities }, additionalProperties: false };
}

function attributeSchema(
  attribute: AttributeDefinition,
  scope: SchemaScope,
  common: SchemaMetadata,
): JsonObject {
  const details = { ...common, currencies: currenciesOf(attribute, scope) };
  const title = textOf(attribute.labels, scope.structure);
  const description = describe(attribute, scope);
  const example = exampleEntry(attribute, scope, details);
  return {
    ...(title !== undefined && { title }),
    ...(description !== '' && { description }),
    ...entrySchema(attribute, scope, details),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Returns the guideline, and the rules that JSON Schema cannot express. */
function describe(attribute: AttributeDefinition, scope: SchemaScope): string {
  const channels = requiringChannels(attribute.code, scope);
  const layouts = [...scope.set.layouts.values()].filter(({ levels }) =>
    levels.some(({ axes }) => axes.includes(attribute.code)),
  );
  return [
    textOf(attribute.guidelines, scope.structure),
    channels.length > 0 ? `Required in ${channels.join(', ')}.` : undefined,
    attribute.unique ? 'Unique.' : undefined,
    layouts.length > 0 ? `Tells variants apart: ${layouts.map(({ code }) => code).join(', ')}.` : undefined,
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}

/** Returns `required:<channel>`: the codes of the attributes that make a product complete there. */
function requirements(scope: SchemaScope): JsonObject {
  const lists = scope.channels.map(({ code: channel }) => {
    const codes = scope.set.attributes.map(({ code }) => code);
    return [channel, codes.filter((code) => requiringChannels(code, scope).includes(channel))] as const;
  });
  return Object.fromEntries(
    lists
      .filter(([, codes]) => codes.length > 0)
      .map(([channel, codes]) => [
        `required:${channel}`,
        { enum: codes, description: `Attributes that a product needs to be complete in ${channel}.` },
      ]),
  );
}

/** Returns the codes of the channels in scope that require an attribute (stored code). */
function requiringChannels(attribute: string, { set, channels }: SchemaScope): readonly string[] {
  const isRequired = (channel: string) => set.requirements.get(channel)?.includes(attribute) ?? false;
  return channels.map(({ code }) => code).filter((code) => isRequired(ALL_CHANNELS) || isRequired(code));
}
