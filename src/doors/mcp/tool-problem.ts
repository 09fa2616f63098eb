import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { FIELD_EXPLANATIONS } from '../../kernel/problems/field-problem-explanations.ts';
import { DEFAULT_LANGUAGE } from '../../kernel/problems/messages/language.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import type { ProblemSlug } from '../../kernel/problems/problem-catalogue.ts';
import { EXPLANATIONS } from '../../kernel/problems/problem-explanations.ts';
import { problemBody, type RequestMetadata } from '../http/problem-response.ts';
import type { OutgoingProblem } from '../manifest/response/outgoing-problem.ts';
import { MAXIMUM_ANSWER_BYTES, sizeBytes } from './fit-answer.ts';
import { lookUpFor } from './look-up.ts';
import type { ToolWords } from './tool-words.ts';

/** Longest rejected value that is shown again, as JSON in bytes. */
const LONGEST_VALUE_BYTES = 500;

/**
 * Returns a problem as a tool answers it: what every API says of it, how to mend it (`hint`), and where to look for
 * what may stand instead (`look_up`, a call).
 */
export function toolProblem(
  problem: OutgoingProblem,
  request: RequestMetadata,
  words: ToolWords,
): JsonObject {
  const { requestId, publicUrl, language = DEFAULT_LANGUAGE } = request;
  const body = problemBody(problem, { requestId, publicUrl, language });
  return fitted({ ...body, ...advice(body, words) }, MAXIMUM_ANSWER_BYTES);
}

/** Returns the keys that are added to a problem, or to the problem of one item of a batch. */
export function advice(body: JsonObject, words: ToolWords): JsonObject {
  const { code, detail, errors } = body;
  const result = {
    ...(typeof detail === 'string' ? { detail: words(detail) } : {}),
    hint: words(rendered(EXPLANATIONS[code as ProblemSlug].fix)),
  };
  return isJsonArray(errors) ? { ...result, errors: errors.map((one) => advised(one, words)) } : result;
}

/** Returns a mistake in one field with its advice. */
export function advised(error: JsonValue, words: ToolWords): JsonValue {
  if (!isJsonObject(error)) return error;
  const { code, message, pointer, value, attribute } = error;
  const fix = FIELD_EXPLANATIONS[code as keyof typeof FIELD_EXPLANATIONS]?.fix ?? '';
  const lookUp = lookUpFor({
    code: String(code),
    pointer: String(pointer),
    attribute: typeof attribute === 'string' ? attribute : null,
  });
  return {
    ...error,
    message: words(String(message)),
    value: sizeBytes(value) > LONGEST_VALUE_BYTES ? null : (value ?? null),
    hint: words(rendered(fix)),
    ...(lookUp === null ? {} : { look_up: { ...lookUp } }),
  };
}

/** Lists of a problem are cut where they would be too long; the count of mistakes stays in `detail`. */
function fitted(problem: JsonObject, limitBytes: number): JsonObject {
  let result = problem;
  for (const key of Object.keys(problem)) {
    const list = problem[key];
    if (sizeBytes(result) <= limitBytes) return result;
    if (!isJsonArray(list)) continue;
    const room = limitBytes - sizeBytes({ ...result, [key]: [], left_out: [`/${key}`] });
    let bytes = 0;
    const kept = list.filter((one) => {
      bytes += sizeBytes(one) + 1;
      return bytes <= room;
    });
    result = { ...result, [key]: kept, left_out: [`/${key}`] };
  }
  return result;
}
