import type { Answer, AnswerShape } from '../exposed-operation.ts';
import { answerSchema, type JsonSchema, objectSchema, orNull, type SchemaDefs } from '../json-schema.ts';
import { hasProblemBeside } from './write-answer.ts';

/** Schemas of the problems of an item of a batch, in the form of one API. */
export interface ItemProblemSchemas {
  /** Each entry of `errors`. */
  readonly field: JsonSchema;
  /** The problem beside them. */
  readonly item: JsonSchema;
}

/** Returns the schema of the response of a prepared document that succeeds. */
export function answerOf(answer: Answer, defs: SchemaDefs, problems: ItemProblemSchemas): JsonSchema {
  switch (answer.kind) {
    case 'page':
      return {
        type: 'object',
        properties: {
          items: { type: 'array', items: answerSchema(answer.item, defs) },
          search_after: {
            type: ['string', 'null'],
            description: 'Cursor of the next page: send it as `search_after`. Null on the last page.',
          },
          has_more: { type: 'boolean' },
          total: { type: 'integer', description: 'Only with `with_count=true`.' },
          ...(objectSchema(answer.leaves, defs).properties as object),
          ...(answer.facets === null
            ? {}
            : { facets: { ...answerSchema(answer.facets, defs), description: 'Only with `facets`.' } }),
          ...(answer.facetDetails === null
            ? {}
            : {
                facet_details: {
                  ...answerSchema(answer.facetDetails, defs),
                  description: 'Labels, hidden values and ranges of facets. Only with `facets`.',
                },
              }),
        },
        required: [
          ...['items', 'search_after', 'has_more'],
          ...answer.leaves.filter(({ isAlways }) => isAlways).map(({ key }) => key),
        ],
        additionalProperties: false,
      };
    case 'items':
      return {
        type: 'object',
        properties: { items: { type: 'array', items: answerSchema(answer.item, defs) } },
        required: ['items'],
        additionalProperties: false,
      };
    case 'batch':
      return {
        type: 'object',
        properties: {
          summary: COUNTERS,
          results: { type: 'array', items: batchLine(answer, defs, problems) },
        },
        required: ['summary', 'results'],
        additionalProperties: false,
      };
    case 'written': {
      const own = answer.shape.kind === 'object' ? answer.shape.keys : [];
      // Without scalar fields beside it, the response is the object as a GET returns it.
      return answer.leaves.length === 0
        ? answerSchema(answer.shape, defs)
        : objectSchema([...own, ...answer.leaves], defs);
    }
    case 'object':
      return hasProblemBeside(answer.shape)
        ? besideProblem(answer.shape, defs, problems)
        : answerSchema(answer.shape, defs);
    case 'value':
    case 'payload':
      return answerSchema(answer.shape, defs);
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
export function batchLine(answer: Answer, defs: SchemaDefs, problems: ItemProblemSchemas): JsonSchema {
  if (answer.kind !== 'batch' || answer.item.kind !== 'object') throw new Error('This is no batch.');
  // For an item that cannot be read, nothing but its position is known.
  const keys = answer.item.keys.map((one) => (one.key === 'status' ? one : { ...one, isNullable: true }));
  const { properties, ...line } = besideProblem({ ...answer.item, keys }, defs, problems);
  return { ...line, properties: { ...(properties as JsonSchema), index: { type: 'integer', minimum: 0 } } };
}

/** Returns the schema of an object that reports a problem beside it. */
function besideProblem(
  shape: AnswerShape,
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
      problem: orNull(item),
    },
    required: [...((own.required ?? []) as readonly string[]), 'errors'],
  };
}
