import type { RestRoute } from '../../manifest/exposed-operation.ts';
import {
  answerSchema,
  type JsonSchema,
  objectSchema,
  orNull,
  type SchemaShelf,
} from '../../manifest/json-schema.ts';

/** What a route answers when all goes well. */
export function answerOf(route: RestRoute, shelf: SchemaShelf): JsonSchema {
  const { answer } = route.prepared;
  switch (answer.kind) {
    case 'page':
      return {
        type: 'object',
        properties: {
          items: { type: 'array', items: answerSchema(answer.item, shelf) },
          search_after: {
            type: ['string', 'null'],
            description: 'Send it as `search_after` for the next page; null on the last one.',
          },
          has_more: { type: 'boolean' },
          total: { type: 'integer', description: 'Only with `with_count=true`.' },
        },
        required: ['items', 'search_after', 'has_more'],
        additionalProperties: false,
      };
    case 'items':
      return {
        type: 'object',
        properties: { items: { type: 'array', items: answerSchema(answer.item, shelf) } },
        required: ['items'],
        additionalProperties: false,
      };
    case 'batch':
      return {
        type: 'object',
        properties: {
          summary: COUNTERS,
          results: { type: 'array', items: batchLine(route, shelf) },
        },
        required: ['summary', 'results'],
        additionalProperties: false,
      };
    case 'written': {
      const own = answer.shape.kind === 'object' ? answer.shape.keys : [];
      // Without leaves beside it, it is the object as a GET answers it.
      return answer.leaves.length === 0
        ? answerSchema(answer.shape, shelf)
        : objectSchema([...own, ...answer.leaves], shelf);
    }
    case 'object':
    case 'value':
    case 'payload':
      return answerSchema(answer.shape, shelf);
  }
}

const counter: JsonSchema = { type: 'integer', minimum: 0 };
const COUNTERS: JsonSchema = {
  type: 'object',
  properties: { created: counter, updated: counter, unchanged: counter, failed: counter },
  required: ['created', 'updated', 'unchanged', 'failed'],
  additionalProperties: false,
};

/** What became of one item of a batch. */
export function batchLine({ prepared: { answer } }: RestRoute, shelf: SchemaShelf): JsonSchema {
  if (answer.kind !== 'batch' || answer.item.kind !== 'object') throw new Error('This is no batch.');
  const own = objectSchema(
    answer.item.keys.filter(({ key }) => key !== 'problem' && key !== 'errors'),
    shelf,
  );
  return {
    ...own,
    properties: {
      ...(own.properties as JsonSchema),
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
      problem: orNull({ $ref: '#/components/schemas/ItemProblem' }),
    },
  };
}
