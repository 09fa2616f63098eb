import { GraphQLError, Kind } from 'graphql';
import { DomainError, RequestError, truncateErrors, ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, keyOf } from '../../../kernel/field-problem.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../../kernel/problems/messages/language.ts';
import { localized, type Message, verbatim } from '../../../kernel/problems/messages/message.ts';
import { rendered, renderedOr } from '../../../kernel/problems/messages/render-message.ts';
import { PROBLEMS, type ProblemCode, problemPath } from '../../../kernel/problems/problem-definitions.ts';
import { unavailabilityMessage } from '../../../platform/database/availability/unavailability-message.ts';
import type { Log } from '../../../platform/log.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import type { FileLinks } from '../../../platform/storage/file-links.ts';
import { wwwAuthenticate } from '../../authentication/challenge.ts';

/** Metadata of the request for the mapping of errors. */
export interface ErrorMetadata {
  readonly requestId: string;
  readonly log: Log;
  /** True when the request as a whole fails by it, whatever field it comes from. */
  readonly endsRequest?: boolean;
  readonly links: Pick<FileLinks, 'absolute'>;
  /** The request prefers texts in this language; English where it says nothing. */
  readonly language?: Language | undefined;
}

interface Problem {
  readonly code: string;
  readonly status: number;
  /** Message in English. */
  readonly message: string;
  /** The message in the catalogue. */
  readonly text?: Message | undefined;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** HTTP of a request-level error; `spec` leaves 200 to clients that accept `application/json` (GraphQL over HTTP). */
  readonly http: EngineHttp & { readonly spec?: true };
}

const ready = new WeakSet<GraphQLError>();

/**
 * Returns the error as clients may see it: `extensions` has `code`, `type`, `status` and `requestId`. Faults keep their
 * words and facts, whose keys are in camelCase here; mistakes in the document or its variables keep the words of the
 * engine, and everything else is logged and masked. An error that went through here before stays as it is.
 */
export function toPublicError(error: GraphQLError, metadata: ErrorMetadata): GraphQLError {
  if (ready.has(error)) return error;
  const { code, status, message, text, parameters, http } = problemOf(error, metadata);
  // A status decides that of the whole response, so a field that failed beside others has none.
  const isOfRequest = error.path === undefined || metadata.endsRequest === true;
  const publicError = new GraphQLError(renderedOr(message, text, metadata.language ?? DEFAULT_LANGUAGE), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: {
      ...inCamelCase({ ...parameters, ...keyOf(text) }),
      code,
      type: metadata.links.absolute(problemPath(code)),
      status,
      requestId: metadata.requestId,
      ...(isOfRequest ? { http: { status, ...http } } : {}),
    },
  });
  ready.add(publicError);
  return publicError;
}

/** Returns an error of a field as data, its message in a language. */
const errorOf = ({ text, ...error }: FieldProblem, language: Language = DEFAULT_LANGUAGE) => ({
  ...error,
  message: renderedOr(error.message, text, language),
  ...inCamelCase(keyOf(text)),
});

const inCamelCase = (details: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(details).map(([key, fact]) => [camelCase(key), fact]));

function problemOf(error: GraphQLError, { requestId, log, language }: ErrorMetadata): Problem {
  const cause = rootCause(error);
  if (cause instanceof RequestError) return requestErrorProblem(cause);
  if (cause instanceof DomainError) {
    const { detail, text, errors } = truncateErrors(cause);
    return {
      code: cause.code,
      status: cause.status,
      message: detail,
      text,
      parameters: {
        errors: errors.map((one) => errorOf(one, language)),
        ...(cause instanceof ValidationFailed && cause.allowed.length > 0 ? { allowed: cause.allowed } : {}),
      },
      http: {},
    };
  }
  if (cause instanceof GraphQLError && isClientError(error, cause))
    return clientErrorProblem(error.message, cause);
  const unavailable = unavailabilityMessage(cause);
  if (unavailable !== null) {
    log.warn({ err: cause, requestId }, 'the database is away');
    return problemByCode('service-unavailable', unavailable, { 'retry-after': '1' });
  }
  log.error({ err: cause, requestId, path: error.path }, 'a request failed');
  return problemByCode('internal-error', localized('internal-error', { requestId }));
}

/** Returns the error as it was thrown before the engine wrapped it. */
export function rootCause(error: Error): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined) cause = cause.originalError;
  return cause;
}

function problemByCode(slug: ProblemCode, message: Message, headers?: Record<string, string>): Problem {
  const { status } = PROBLEMS[slug];
  const text = typeof message === 'string' ? {} : { text: message };
  return {
    code: slug,
    status,
    message: rendered(message),
    ...text,
    http: headers === undefined ? {} : { headers },
  };
}

function requestErrorProblem(fault: RequestError): Problem {
  const isChallenge = fault.status === 401 || fault.status === 403;
  const { code, status, detail, text, parameters } = fault;
  // Clients that request a document by its hash take any other status for a broken server.
  if (code === 'persisted-query-not-found')
    return { code, status, message: detail, http: { status: 200, headers: { 'cache-control': 'no-store' } } };
  const headers = isChallenge ? { headers: { 'www-authenticate': wwwAuthenticate(fault) } } : {};
  return { code, status, message: detail, text, parameters, http: headers };
}

/**
 * Returns true if an error of the engine is about the request. While a document runs, that is so for arguments alone; a
 * response that does not fit its own type is a defect of ours.
 */
function isClientError(error: GraphQLError, cause: GraphQLError): boolean {
  if (error.path === undefined) return true;
  const kind = cause.nodes?.[0]?.kind;
  return kind !== undefined && kind !== Kind.FIELD;
}

/** Longest message of the engine that is reported. */
const LONGEST_MESSAGE = 1_000;

/**
 * Finds the code of what the engine refuses before it looks at the document. A mistake of our own has its message as
 * `text` in its extensions.
 */
function clientErrorProblem(whole: string, { extensions }: GraphQLError): Problem {
  const { code, http, text } = extensions as { code?: string; http?: EngineHttp; text?: Message };
  // The engine quotes what it refuses, however long.
  const message = whole.length > LONGEST_MESSAGE ? `${whole.slice(0, LONGEST_MESSAGE)}…` : whole;
  const headers = http?.headers === undefined ? {} : { headers: http.headers };
  if (http?.status === 405)
    return { ...problemByCode('method-not-allowed', verbatim(message)), http: headers };
  if (code === 'BAD_REQUEST') {
    const isJson = message.includes('invalid JSON');
    return problemByCode(isJson ? 'malformed-json' : 'invalid-parameter', verbatim(message));
  }
  const isChoice = code === 'OPERATION_RESOLUTION_FAILURE';
  return {
    ...problemByCode('invalid-document', text ?? verbatim(message)),
    http: isChoice ? {} : { spec: true },
  };
}

interface EngineHttp {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
