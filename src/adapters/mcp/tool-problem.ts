import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../kernel/problems/field-problem-explanations.ts';
import { DEFAULT_LANGUAGE } from '../../kernel/problems/messages/language.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { ProblemCode } from '../../kernel/problems/problem-definitions.ts';
import { PROBLEM_EXPLANATIONS } from '../../kernel/problems/problem-explanations.ts';
import { problemBody, type RequestMetadata } from '../http/problem-response.ts';
import type { ProblemDetails } from '../manifest/response/problem-details.ts';
import { suggestedCallFor } from './suggested-call.ts';
import type { ToolTextTranslator } from './tool-text.ts';
import { jsonSizeBytes, MAX_RESULT_BYTES } from './truncate-result.ts';

/** Longest rejected value that is shown again, as JSON in bytes. */
const MAX_VALUE_BYTES = 500;

/**
 * Returns a problem as a tool answers it: what every API says of it, how to mend it (`hint`), and where to look for
 * what may stand instead (`look_up`, a call).
 */
export function toolProblem(
  problem: ProblemDetails,
  request: RequestMetadata,
  translate: ToolTextTranslator,
): JsonObject {
  const { requestId, publicUrl, language = DEFAULT_LANGUAGE } = request;
  const body = problemBody(problem, { requestId, publicUrl, language });
  return truncateLists({ ...body, ...hintsOf(body, translate) }, MAX_RESULT_BYTES);
}

/** Returns the keys that are added to a problem, or to the problem of one item of a batch. */
export function hintsOf(body: JsonObject, translate: ToolTextTranslator): JsonObject {
  const { code, detail, errors } = body;
  const result = {
    ...(typeof detail === 'string' ? { detail: translate(detail) } : {}),
    hint: translate(rendered(PROBLEM_EXPLANATIONS[code as ProblemCode].fix)),
  };
  return isJsonArray(errors) ? { ...result, errors: errors.map((one) => withHint(one, translate)) } : result;
}

/** Returns a mistake in one field with its advice. */
export function withHint(error: JsonValue, translate: ToolTextTranslator): JsonValue {
  if (!isJsonObject(error)) return error;
  const { code, message, pointer, value, attribute } = error;
  const fix = FIELD_PROBLEM_EXPLANATIONS[code as keyof typeof FIELD_PROBLEM_EXPLANATIONS]?.fix ?? '';
  const lookUp = suggestedCallFor({
    code: String(code),
    pointer: String(pointer),
    attribute: typeof attribute === 'string' ? attribute : null,
  });
  return {
    ...error,
    message: translate(String(message)),
    value: jsonSizeBytes(value) > MAX_VALUE_BYTES ? null : (value ?? null),
    hint: translate(rendered(fix)),
    ...(lookUp === null ? {} : { look_up: { ...lookUp } }),
  };
}

/** Lists of a problem are cut where they would be too long; the count of mistakes stays in `detail`. */
function truncateLists(problem: JsonObject, limitBytes: number): JsonObject {
  let result = problem;
  for (const key of Object.keys(problem)) {
    const list = problem[key];
    if (jsonSizeBytes(result) <= limitBytes) return result;
    if (!isJsonArray(list)) continue;
    const room = limitBytes - jsonSizeBytes({ ...result, [key]: [], left_out: [`/${key}`] });
    let bytes = 0;
    const fittingItems = list.filter((one) => {
      bytes += jsonSizeBytes(one) + 1;
      return bytes <= room;
    });
    result = { ...result, [key]: fittingItems, left_out: [`/${key}`] };
  }
  return result;
}
