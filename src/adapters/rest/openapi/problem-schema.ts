import type { JsonObject } from '../../../kernel/json.ts';
import { PROBLEMS, type ProblemCode } from '../../../kernel/problems/problem-definitions.ts';
import type { JsonSchema } from '../../manifest/json-schema.ts';
import { problemMembers } from './problem-members.ts';

const TEXT: JsonSchema = { type: 'string' };
const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] };

const KEY: JsonSchema = {
  ...TEXT,
  description:
    'Key of the message, for programs with messages of their own. Absent if it exists in English only.',
};
const PARAMS: JsonSchema = { type: 'object', description: 'Values in the message, by name.' };

const FIELD_PROBLEM: JsonSchema = {
  type: 'object',
  description: 'An error of one field, with suggestions.',
  properties: {
    code: { ...TEXT, description: 'Error code for programs. Codes never change.' },
    pointer: { ...TEXT, description: 'JSON Pointer (RFC 6901) into the body.' },
    message: { ...TEXT, description: 'A sentence for people, in the language of `Accept-Language`.' },
    message_key: KEY,
    params: PARAMS,
    attribute: TEXT_OR_NULL,
    channel: TEXT_OR_NULL,
    locale: TEXT_OR_NULL,
    value: { description: 'What was refused.' },
    suggestions: { type: 'array', items: TEXT, description: 'Suggested values.' },
    taken_by: {
      ...TEXT_OR_NULL,
      description: 'SKU of the product, or code of the entity, that has a unique value already.',
    },
    used_by: {
      type: 'array',
      items: { type: 'object' },
      description: 'Objects that prevent the change, for `resource-in-use`: type, id and code.',
    },
    current_version: {
      type: 'integer',
      description: 'Current version of the object, for `version-mismatch`.',
    },
    conflicting_changes: {
      type: 'array',
      items: { type: 'object' },
      description: 'Changes since the version of the item that overlap with it, for `version-mismatch`.',
    },
  },
  required: ['code', 'pointer', 'message', 'attribute', 'channel', 'locale', 'value', 'suggestions'],
  additionalProperties: false,
};

/** Members that every problem has. */
const MEMBERS = {
  type: { ...TEXT, format: 'uri-reference', description: 'URL of the page that explains the problem.' },
  title: TEXT,
  status: { type: 'integer' },
  detail: { ...TEXT, description: 'Description of this occurrence, in the language of `Accept-Language`.' },
  message_key: KEY,
  params: PARAMS,
  code: { ...TEXT, description: 'Error code for programs. Codes never change.' },
} satisfies JsonObject;

export const PROBLEM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  FieldProblem: FIELD_PROBLEM,
  ItemProblem: {
    type: 'object',
    description: 'Why an item failed. `errors` lists the errors of its fields.',
    properties: MEMBERS,
    required: ['type', 'title', 'status', 'detail', 'code'],
  },
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). Further members depend on the code.',
    properties: {
      ...MEMBERS,
      instance: { ...TEXT, format: 'uri-reference' },
      request_id: { ...TEXT, description: 'Id of the request in the log of the server.' },
      errors: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
    },
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  },
};

/** Schemas that batches refer to. */
export const ITEM_PROBLEMS = {
  field: { $ref: '#/components/schemas/FieldProblem' },
  item: { $ref: '#/components/schemas/ItemProblem' },
} as const;

/** Responses that several operations have alike. */
export interface Responses {
  /** Returns a reference to the response for some problems of one status, kept once however often it is requested. */
  refer(status: number, slugs: readonly ProblemCode[]): JsonObject;
  all(): JsonObject;
  /** Returns every code that one of them can have. */
  slugs(): Iterable<ProblemCode>;
}

export function createResponses(): Responses {
  const namesByText = new Map<string, string>();
  const all: Record<string, JsonObject> = {};
  const usedSlugs = new Set<ProblemCode>();
  return {
    refer(status, slugs) {
      for (const slug of slugs) usedSlugs.add(slug);
      const response = problemResponse(status, slugs);
      const text = JSON.stringify(response);
      const existingName = namesByText.get(text);
      const count = Object.keys(all).filter((name) => name.startsWith(`Problem${status}`)).length;
      const name = existingName ?? (count === 0 ? `Problem${status}` : `Problem${status}_${count + 1}`);
      namesByText.set(text, name);
      all[name] = response;
      return { $ref: `#/components/responses/${name}` };
    },
    all: () => Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))),
    slugs: () => usedSlugs,
  };
}

/** Returns the responses for problems, one per status, naming every code that it can have. */
export function problemResponses(slugs: readonly ProblemCode[], responses: Responses): JsonObject {
  const byStatus = Map.groupBy(slugs, (slug) => PROBLEMS[slug].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [String(status), responses.refer(status, of)]),
  );
}

function problemResponse(status: number, slugs: readonly ProblemCode[]): JsonObject {
  return {
    description: slugs.map((slug) => `${PROBLEMS[slug].title} (\`${slug}\`)`).join(', or '),
    headers: Object.fromEntries(
      ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'Retry-After', 'X-Request-Id'].map((name) => [
        name,
        { $ref: `#/components/headers/${name}` },
      ]),
    ),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: { ...problemMembers(slugs), code: { enum: [...slugs] }, status: { const: status } },
            },
          ],
        },
        examples: Object.fromEntries(slugs.map((slug) => [slug, { $ref: `#/components/examples/${slug}` }])),
      },
    },
  };
}
