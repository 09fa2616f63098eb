import { type FieldProblemCode, fieldProblem, toProblemJson } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { FIELD_PROBLEM_EXPLANATIONS } from '../../kernel/problems/field-problem-explanations.ts';
import { verbatim } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { PROBLEMS, type ProblemCode, problemPath } from '../../kernel/problems/problem-definitions.ts';
import { exampleProblem, PROBLEM_EXPLANATIONS } from '../../kernel/problems/problem-explanations.ts';

/** One code of a field, as a page explains it. */
export interface FieldCodeContent {
  readonly code: string;
  readonly cause: string;
  readonly fix: string;
  /** An entry of `errors`. */
  readonly example: JsonObject;
}

/** Everything that the page of a problem says. */
export interface ProblemContent {
  readonly code: ProblemCode;
  readonly type: string;
  readonly status: number;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
  /** A whole body. */
  readonly example: JsonObject;
  /** Codes of fields; only on the page of `validation-failed`. */
  readonly fieldCodes: readonly FieldCodeContent[];
}

const SLUGS = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** Returns the problem of a slug, or null when there is none. */
export function problemContent(slug: string, publicUrl: string): ProblemContent | null {
  const code = SLUGS.find((knownSlug) => knownSlug === slug);
  if (code === undefined) return null;
  const { status, title } = PROBLEMS[code];
  const { cause, fix } = PROBLEM_EXPLANATIONS[code];
  return {
    code,
    type: `${publicUrl}${problemPath(code)}`,
    status,
    title,
    cause,
    fix: rendered(fix),
    example: exampleProblem(code, publicUrl),
    fieldCodes: code === 'validation-failed' ? fieldCodes() : [],
  };
}

/** Returns all problems in the order of their status. */
export function allProblems(publicUrl: string): readonly ProblemContent[] {
  return SLUGS.flatMap((slug) => problemContent(slug, publicUrl) ?? []);
}

function fieldCodes(): readonly FieldCodeContent[] {
  return Object.entries(FIELD_PROBLEM_EXPLANATIONS).map(([code, { cause, fix, example }]) => {
    const { path, message, ...details } = example;
    const problem = fieldProblem(code as FieldProblemCode, path, verbatim(message), details);
    return { code, cause, fix: rendered(fix), example: toProblemJson(problem) };
  });
}

/** Returns the same in the terms of JSON. */
export function contentToJson({ fieldCodes, ...content }: ProblemContent): JsonObject {
  return {
    ...content,
    ...(fieldCodes.length === 0 ? {} : { field_codes: fieldCodes.map((field) => ({ ...field })) }),
  };
}
