import type { OutputShape, ResponseMapping } from '../exposed-operation.ts';
import { type JsonSchema, nullable, objectSchema, outputSchema, type SchemaDefs } from '../json-schema.ts';
import { hasSiblingProblem } from './data-to-json.ts';

/** Schemas of the problems of an item of a batch, in the form of one API. */
export interface ItemProblemSchemas {
  /** Each entry of `errors`. */
  readonly field: JsonSchema;
  /** The problem beside them. */
  readonly item: JsonSchema;
}

/** Returns the schema of the response of a prepared document that succeeds. */
export function responseSchema(
  mapping: ResponseMapping,
  defs: SchemaDefs,
  problems: ItemProblemSchemas,
): JsonSchema {
  switch (mapping.kind) {
    case 'page':
      return {
        type: 'object',
        properties: {
          items: { type: 'array', items: outputSchema(mapping.item, defs) },
          search_after: {
            type: ['string', 'null'],
            description: 'Cursor of the next page: send it as `search_after`. Null on the last page.',
          },
          has_more: { type: 'boolean' },
          total: { type: 'integer', description: 'Only with `with_count=true`.' },
          ...(objectSchema(mapping.leaves, defs).properties as object),
          ...(mapping.facets === null
            ? {}
            : { facets: { ...outputSchema(mapping.facets, defs), description: 'Only with `facets`.' } }),
          ...(mapping.facetDetails === null
            ? {}
            : {
                facet_details: {
                  ...outputSchema(mapping.facetDetails, defs),
                  description: 'Labels, hidden values and ranges of facets. Only with `facets`.',
                },
              }),
        },
        required: [
          ...['items', 'search_after', 'has_more'],
          ...mapping.leaves.filter(({ isAlways }) => isAlways).map(({ key }) => key),
        ],
        additionalProperties: false,
      };
    case 'items':
      return {
        type: 'object',
        properties: { items: { type: 'array', items: outputSchema(mapping.item, defs) } },
        required: ['items'],
        additionalProperties: false,
      };
    case 'batch':
      return {
        type: 'object',
        properties: {
          summary: COUNTERS,
          results: { type: 'array', items: batchItemSchema(mapping, defs, problems) },
        },
        required: ['summary', 'results'],
        additionalProperties: false,
      };
    case 'written': {
      const own = mapping.shape.kind === 'object' ? mapping.shape.keys : [];
      // Without scalar fields beside it, the response is the object as a GET returns it.
      return mapping.leaves.length === 0
        ? outputSchema(mapping.shape, defs)
        : objectSchema([...own, ...mapping.leaves], defs);
    }
    case 'object':
      return hasSiblingProblem(mapping.shape)
        ? besideProblem(mapping.shape, defs, problems)
        : outputSchema(mapping.shape, defs);
    case 'value':
    case 'payload':
      return outputSchema(mapping.shape, defs);
  }
}

const counter: JsonSchema = { type: 'integer', minimum: 0 };
const COUNTERS: JsonSchema = {
  type: 'object',
  properties: { created: counter, updated: counter, unchanged: counter, failed: counter },
  required: ['created', 'updated', 'unchanged', 'failed'],
  additionalProperties: false,
};

/** Returns the schema of the result for one item of a batch. */
export function batchItemSchema(
  mapping: ResponseMapping,
  defs: SchemaDefs,
  problems: ItemProblemSchemas,
): JsonSchema {
  if (mapping.kind !== 'batch' || mapping.item.kind !== 'object') throw new Error('This is no batch.');
  // For an item that cannot be read, nothing but its position is known.
  const keys = mapping.item.keys.map((one) => (one.key === 'status' ? one : { ...one, isNullable: true }));
  const { properties, ...line } = besideProblem({ ...mapping.item, keys }, defs, problems);
  return { ...line, properties: { ...(properties as JsonSchema), index: { type: 'integer', minimum: 0 } } };
}

/** Returns the schema of an object that reports a problem beside it. */
function besideProblem(
  shape: OutputShape,
  defs: SchemaDefs,
  { field, item }: ItemProblemSchemas,
): JsonSchema {
  const keys = shape.kind === 'object' ? shape.keys : [];
  const own = objectSchema(
    keys.filter(({ key }) => key !== 'problem' && key !== 'errors'),
    defs,
  );
  return {
    ...own,
    properties: {
      ...(own.properties as JsonSchema),
      errors: { type: 'array', items: field },
      problem: nullable(item),
    },
    required: [...((own.required ?? []) as readonly string[]), 'errors'],
  };
}
