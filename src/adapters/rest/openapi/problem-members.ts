import type { ProblemCode } from '../../../kernel/problems/problem-definitions.ts';
import type { JsonSchema } from '../../manifest/json-schema.ts';

const TEXT: JsonSchema = { type: 'string' };
const TEXTS: JsonSchema = { type: 'array', items: TEXT };
const NUMBER: JsonSchema = { type: 'integer' };

const used: JsonSchema = {
  type: 'array',
  description: 'Objects that prevent the operation.',
  items: {
    type: 'object',
    properties: { type: TEXT, id: TEXT, code: TEXT },
    required: ['type', 'id', 'code'],
  },
};
const changes: JsonSchema = {
  type: 'array',
  description: 'Changes since then that overlap with this write. If empty, send the request again.',
  items: {
    type: 'object',
    properties: {
      path: TEXT,
      channel: { type: ['string', 'null'] },
      locale: { type: ['string', 'null'] },
      old: {},
      new: {},
    },
    required: ['path'],
  },
};
const missing: JsonSchema = {
  type: 'array',
  description: 'Missing attributes per channel and locale.',
  items: {
    type: 'object',
    properties: {
      channel: TEXT,
      locale: TEXT,
      ratio: NUMBER,
      required: NUMBER,
      filled: NUMBER,
      missing: TEXTS,
    },
    required: ['channel', 'locale', 'missing'],
  },
};
const scopes = { required_scopes: TEXTS, token_scopes: TEXTS, role: TEXT } as const;

/** Keys of each problem besides those that every problem has, by its code. */
const MEMBERS: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, JsonSchema>>>>> = {
  'unknown-parameter': { parameter: TEXT, allowed: TEXTS },
  'invalid-parameter': { parameter: TEXT, header: TEXT, suggestions: TEXTS },
  'limit-out-of-range': { minimum: NUMBER, maximum: NUMBER },
  'insufficient-scope': scopes,
  'role-forbidden': scopes,
  'method-not-allowed': { allowed: TEXTS },
  'not-acceptable': { allowed: TEXTS },
  'unsupported-media-type': { allowed: TEXTS },
  'invalid-transition': { allowed: TEXTS },
  'resource-in-use': { used_by: used },
  'has-variants': { used_by: used },
  'epoch-changed': { parameter: TEXT, value: TEXT, epoch: TEXT, last_sequence: NUMBER },
  'events-expired': {
    parameter: TEXT,
    value: TEXT,
    oldest_sequence: NUMBER,
    last_sequence: NUMBER,
    snapshot: {
      type: 'object',
      description: 'The newest snapshot that the feed continues; absent if there is none.',
      properties: { job_id: TEXT, sequence: NUMBER },
      required: ['job_id', 'sequence'],
    },
  },
  'history-incomplete': { parameter: TEXT, value: TEXT, complete_from: NUMBER },
  'version-mismatch': {
    current_version: NUMBER,
    your_version: NUMBER,
    conflicting_changes: changes,
  },
  'payload-too-large': { limit: NUMBER },
  'range-not-satisfiable': { size: NUMBER },
  'rendition-failed': { reason: TEXT },
  'not-publishable': { missing },
  'rate-limited': { retry_after: NUMBER },
};

/** Returns the members that one of some problems can have. */
export const problemMembers = (slugs: readonly ProblemCode[]): JsonSchema =>
  Object.assign({}, ...slugs.map((slug) => MEMBERS[slug] ?? {}));
