import { keyOf } from '../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../kernel/problems/messages/language.ts';
import type { Message } from '../../kernel/problems/messages/message.ts';
import { renderedOr } from '../../kernel/problems/messages/render-message.ts';
import { PROBLEMS, type ProblemCode, problemPath } from '../../kernel/problems/problem-definitions.ts';

/** Metadata that a response contains about its request. */
export interface RequestMetadata {
  readonly requestId: string;
  /** Public URL of the server, without a slash at the end; empty if it is not known yet. */
  readonly publicUrl: string;
  /** The texts for people are in this language; English where it is not known yet. */
  readonly language?: Language;
  /** Path of the request. */
  readonly path?: string;
}

/** An error outside GraphQL. */
export interface ProblemMetadata {
  readonly slug: ProblemCode;
  /** Explanation in English. */
  readonly detail: string;
  /** The detail in the catalogue. */
  readonly text?: Message | null | undefined;
  /** Further members of the body. */
  readonly members?: object;
}

/**
 * Returns the body of a problem (problem details, RFC 9457), the same at every API. `code` is for programs and never
 * changes; `type` is the page that explains it.
 */
export function problemBody(
  { slug, detail, text, members }: ProblemMetadata,
  { requestId, publicUrl, path, language = DEFAULT_LANGUAGE }: RequestMetadata,
): JsonObject {
  const { title, status } = PROBLEMS[slug];
  return {
    type: `${publicUrl}${problemPath(slug)}`,
    title,
    status,
    detail: renderedOr(detail, text, language),
    ...keyOf(text),
    ...(path === undefined ? {} : { instance: path }),
    code: slug,
    request_id: requestId,
    ...(language === DEFAULT_LANGUAGE ? members : inLanguage(members ?? {}, language)),
  };
}

/** Returns the members with the messages of their errors in a language. */
function inLanguage(members: object, language: Language): object {
  const { errors } = members as { readonly errors?: JsonValue };
  if (!isJsonArray(errors)) return members;
  return { ...members, errors: errors.map((error) => errorInLanguage(error, language)) };
}

function errorInLanguage(error: JsonValue, language: Language): JsonValue {
  if (!isJsonObject(error) || typeof error.message !== 'string') return error;
  const { message_key: key, params } = error;
  const text = typeof key === 'string' ? ({ key, params } as unknown as Message) : null;
  return { ...error, message: renderedOr(error.message, text, language) };
}

/** Returns a problem as a response of its own, with its status and media type. */
export function problemResponse(
  problem: ProblemMetadata,
  request: RequestMetadata,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(problemBody(problem, request)), {
    status: PROBLEMS[problem.slug].status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      vary: 'Accept-Language',
      ...headers,
    },
  });
}
