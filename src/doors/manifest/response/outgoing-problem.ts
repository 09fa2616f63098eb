import type { GraphQLError } from 'graphql';
import { type FieldProblem, keyOf } from '../../../kernel/field-problem.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { type Message, verbatim } from '../../../kernel/problems/messages/message.ts';
import type { FaultSlug, ProblemSlug } from '../../../kernel/problems/problem-catalogue.ts';
import { Conflict, Fault, listed, NotPublishable, Refusal } from '../../../kernel/refusal.ts';
import { challengeFor } from '../../authentication/challenge.ts';
import { pointerTo } from '../input/input-places.ts';
import { inputKey, snakeCase } from '../names.ts';

/** A problem on its way out (RFC 9457). */
export interface OutgoingProblem {
  readonly slug: ProblemSlug;
  readonly detail: string;
  /** The detail in the catalogue; absent or null where there is none. */
  readonly text?: Message | null | undefined;
  /** Members beside those that every problem has. */
  readonly members: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the problem of an error that the API expects; null for a defect. */
export function problemOf(error: unknown): OutgoingProblem | null {
  if (error instanceof Fault) return problemOfFault(error);
  if (!(error instanceof Refusal)) return null;
  const { code } = error;
  const { detail, text, errors } = listed(error);
  return {
    slug: code,
    detail,
    text,
    members: {
      errors: errors.map((one) => fieldToJson(one, one.path)),
      ...(error instanceof Conflict && error.allowed.length > 0 ? { allowed: error.allowed } : {}),
      ...(error instanceof NotPublishable ? { missing: error.missing } : {}),
    },
    headers: {},
  };
}

function problemOfFault(fault: Fault): OutgoingProblem {
  const { code, status, detail, text, parameters } = fault;
  const headers: Record<string, string> = {};
  if (status === 401 || code === 'insufficient-scope') headers['www-authenticate'] = challengeFor(fault);
  if (status === 503) headers['retry-after'] = '1';
  return { slug: code, detail, text, members: parameters, headers };
}

/**
 * Returns the problem of an error of the graph, which is masked already.
 *
 * @param pointers where the parts of the input stood in what was sent
 */
export function problemOfGraph(
  { message, extensions }: GraphQLError,
  pointers: InputPointers | null = null,
): OutgoingProblem {
  const { code, type: _type, status: _status, requestId: _id, http: _http, ...details } = extensions;
  // Our own documents are good: what the engine dislikes came with a parameter.
  const slug = code === 'invalid-document' ? 'invalid-parameter' : (code as ProblemSlug);
  const { errors, messageKey, params, ...reported } = details as JsonObject;
  const members = Object.fromEntries(
    Object.entries(reported).map(([key, fact]) => [
      snakeCase(key),
      // Operations name the arguments of the graph.
      key === 'parameter' && typeof fact === 'string' ? inputKey(fact) : fact,
    ]),
  );
  const fields = Array.isArray(errors) ? (errors as unknown as FieldProblem[]) : null;
  const fault = new Fault(slug as FaultSlug, verbatim(message), members as Record<string, JsonValue>);
  const problem = { ...problemOfFault(fault), text: messageOf(messageKey, params) };
  if (fields === null) return problem;
  const located = fields.map((one) =>
    fieldToJson(one, pointers === null ? one.path : pointers.find(one.path)),
  );
  return { ...problem, members: { ...members, errors: located } };
}

const messageOf = (key: unknown, params: unknown): Message | null =>
  typeof key === 'string' ? ({ key, params } as Message) : null;

/** Positions of the parts of an input in the body. */
export interface InputPointers {
  find(path: readonly string[]): readonly string[];
}

/** An error of a field, as the graph answers it or as it is in this program. */
type FieldErrorData = FieldProblem & {
  readonly messageKey?: string | null;
  readonly params?: JsonObject | null;
};

/** A rejection as the graph answers it. */
export interface RefusalData {
  readonly code: ProblemSlug;
  readonly detail: string;
  readonly messageKey?: string | null;
  readonly params?: JsonObject | null;
  readonly errors: readonly FieldErrorData[];
  readonly allowed?: readonly string[];
  readonly usedBy?: readonly JsonObject[];
  readonly missing?: JsonValue;
  readonly currentVersion?: number;
  readonly yourVersion?: number;
  readonly conflicts?: readonly JsonObject[];
}

/**
 * Returns the problem of a rejection that the graph answered as data.
 *
 * @param pointers where the parts of the input stood in the body
 */
export function problemOfRefusal(refusal: RefusalData, pointers: InputPointers | null): OutgoingProblem {
  const { code, detail, messageKey, params, errors, allowed = [], usedBy = [], missing } = refusal;
  const { currentVersion, yourVersion, conflicts } = refusal;
  return {
    slug: code,
    detail,
    text: messageOf(messageKey, params),
    members: {
      errors: errors.map((one) => fieldToJson(one, pointers === null ? one.path : pointers.find(one.path))),
      ...(allowed.length > 0 ? { allowed } : {}),
      ...(usedBy.length > 0 ? { used_by: usedBy } : {}),
      ...(missing === undefined ? {} : { missing }),
      ...(currentVersion === undefined
        ? {}
        : {
            current_version: currentVersion,
            your_version: yourVersion ?? null,
            conflicting_changes: conflicts ?? [],
          }),
    },
    headers: {},
  };
}

/** Returns a mistake in one field, its path as a JSON Pointer into the body. */
export function fieldToJson(
  { path: _path, ...details }: FieldErrorData,
  pointer: readonly string[],
): JsonObject {
  const { code, message, text, messageKey, params, attribute, channel, locale, value, suggestions, takenBy } =
    details;
  return {
    code,
    pointer: pointerTo(pointer),
    message,
    ...keyOf(text ?? messageOf(messageKey, params)),
    attribute,
    channel,
    locale,
    value,
    suggestions,
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
  };
}
