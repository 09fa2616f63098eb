import type { GraphQLError } from 'graphql';
import {
  Conflict,
  DomainError,
  NotPublishable,
  RequestError,
  truncateErrors,
} from '../../../kernel/errors.ts';
import { type FieldProblem, keyOf, relatedToJson } from '../../../kernel/field-problem.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { type Message, verbatim } from '../../../kernel/problems/messages/message.ts';
import type { ProblemCode, RequestErrorCode } from '../../../kernel/problems/problem-definitions.ts';
import { wwwAuthenticate } from '../../authentication/challenge.ts';
import { pointerTo } from '../input/input-path-map.ts';
import { inputKey, snakeCase } from '../names.ts';

/** A problem on its way out (RFC 9457). */
export interface ProblemDetails {
  readonly slug: ProblemCode;
  readonly detail: string;
  /** The detail in the catalogue; absent or null where there is none. */
  readonly text?: Message | null | undefined;
  /** Members beside those that every problem has. */
  readonly members: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the problem of an error that the API expects; null for a defect. */
export function toProblemDetails(error: unknown): ProblemDetails | null {
  if (error instanceof RequestError) return problemOfFault(error);
  if (!(error instanceof DomainError)) return null;
  const { code } = error;
  const { detail, text, errors } = truncateErrors(error);
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

function problemOfFault(fault: RequestError): ProblemDetails {
  const { code, status, detail, text, parameters } = fault;
  const headers: Record<string, string> = {};
  if (status === 401 || code === 'insufficient-scope') headers['www-authenticate'] = wwwAuthenticate(fault);
  if (status === 503) headers['retry-after'] = '1';
  return { slug: code, detail, text, members: parameters, headers };
}

/**
 * Returns the problem of an error of the graph, which is masked already.
 *
 * @param pointers where the parts of the input stood in what was sent
 */
export function problemOfGraphqlError(
  { message, extensions }: GraphQLError,
  pointers: InputPathResolver | null = null,
): ProblemDetails {
  const { code, type: _type, status: _status, requestId: _id, http: _http, ...details } = extensions;
  // Our own documents are good: what the engine dislikes came with a parameter.
  const slug = code === 'invalid-document' ? 'invalid-parameter' : (code as ProblemCode);
  const { errors, messageKey, params, ...reported } = details as JsonObject;
  const members = Object.fromEntries(
    Object.entries(reported).map(([key, fact]) => [
      snakeCase(key),
      // Operations name the arguments of the graph.
      key === 'parameter' && typeof fact === 'string' ? inputKey(fact) : fact,
    ]),
  );
  const fields = Array.isArray(errors) ? (errors as unknown as FieldProblem[]) : null;
  const fault = new RequestError(
    slug as RequestErrorCode,
    verbatim(message),
    members as Record<string, JsonValue>,
  );
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
export interface InputPathResolver {
  find(path: readonly string[]): readonly string[];
}

/** An error of a field, as the graph answers it or as it is in this program. */
type FieldErrorData = FieldProblem & {
  readonly messageKey?: string | null;
  readonly params?: JsonObject | null;
};

/** A rejection as the graph answers it. */
export interface DomainErrorData {
  readonly code: ProblemCode;
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
export function problemOfDomainError(
  rejection: DomainErrorData,
  pointers: InputPathResolver | null,
): ProblemDetails {
  const { code, detail, messageKey, params, errors, allowed = [], usedBy = [], missing } = rejection;
  const { currentVersion, yourVersion, conflicts } = rejection;
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
  const { code, message, text, messageKey, params, attribute, channel, locale, value, suggestions } = details;
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
    ...relatedToJson(details),
  };
}
