import type { CellChange } from './change.ts';
import type { FieldProblem } from './field-problem.ts';
import type { JsonObject, JsonValue } from './json.ts';
import {
  type FaultSlug,
  PROBLEMS,
  type RefusalKind,
  type RefusalSlug,
} from './problems/problem-catalogue.ts';
import { abbreviated } from './text/abbreviated.ts';

/** An object that stands in the way of a deletion. */
export interface Usage {
  /** GraphQL type name of the user, e.g. `AttributeSet`. */
  readonly type: string;
  readonly id: string;
  readonly code: string;
}

/** As many mistakes of one input are listed. */
const MOST_LISTED = 20;

/** Work on one input stops at as many mistakes: those that are listed, and one that shows that there are more. */
export const MAX_PROBLEMS = MOST_LISTED + 1;

/** Returns what a response says of mistakes: the first 20 of them, and that there are more. */
export function listed<Told extends { readonly detail: string; readonly errors: readonly FieldProblem[] }>(
  refusal: Told,
): Pick<Told, 'detail' | 'errors'> {
  const { detail, errors } = refusal;
  if (errors.length <= MOST_LISTED) return { detail, errors };
  return {
    detail: `${detail} The first ${MOST_LISTED} are listed.`,
    errors: errors.slice(0, MOST_LISTED),
  };
}

/**
 * An operation's expected "no": part of its contract, answered as a typed result and never logged as a failure.
 * Thrown, so that the surrounding transaction rolls back.
 */
export abstract class Refusal extends Error {
  abstract readonly kind: RefusalKind;
  readonly code: RefusalSlug;
  readonly title: string;
  /** HTTP status of the problem, by the catalogue. */
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];

  constructor(code: RefusalSlug, detail: string, errors: readonly FieldProblem[] = []) {
    const reported = abbreviated(detail);
    super(`${code}: ${reported}`);
    this.name = new.target.name;
    this.code = code;
    this.title = PROBLEMS[code].title;
    this.status = PROBLEMS[code].status;
    this.detail = reported;
    this.errors = errors;
  }
}

/** Mistakes in a field that are the problem itself where there is no other mistake. */
const OWN_PROBLEMS = ['unknown-property', 'reserved-sku'] as const satisfies readonly RefusalSlug[];

/** The input breaks a rule; `errors` names each field and how to mend it. */
export class ValidationFailed extends Refusal {
  override readonly kind = 'invalid';
  /** What may stand in the place of what was refused; of `invalid-operator` the operators there are. */
  readonly allowed: readonly string[];

  constructor(
    code: RefusalSlug,
    detail: string,
    errors: readonly FieldProblem[] = [],
    allowed: readonly string[] = [],
  ) {
    super(code, detail, errors);
    this.allowed = allowed;
  }

  /** From the problems of an input; the detail counts them as far as they are listed, because work stops there. */
  static of(errors: readonly FieldProblem[]): ValidationFailed {
    const only = errors.length === 1 ? errors[0] : undefined;
    const [first] = errors;
    const count = errors.length > MOST_LISTED ? `More than ${MOST_LISTED}` : errors.length;
    const own = OWN_PROBLEMS.find((slug) => slug === first?.code);
    return new ValidationFailed(
      own !== undefined && errors.every(({ code }) => code === own) ? own : 'validation-failed',
      only?.message ?? `${count} fields are not valid.`,
      errors,
    );
  }
}

/** The product may not be published yet; `missing` says what each channel and locale lacks. */
export class NotPublishable extends Refusal {
  override readonly kind = 'not-publishable';
  readonly missing: readonly JsonObject[];

  constructor(detail: string, missing: readonly JsonObject[], errors: readonly FieldProblem[] = []) {
    super('not-publishable', detail, errors);
    this.missing = missing;
  }
}

/** There is no such object in this organization, or it is deleted. Foreign and missing ids read the same. */
export class NotFound extends Refusal {
  override readonly kind = 'not-found';

  /** The same sentence for a missing object and for one of another organization. */
  static of(what: string, ref: string, errors: readonly FieldProblem[] = []): NotFound {
    return new NotFound('not-found', `There is no ${what} '${ref}'.`, errors);
  }

  /** What is missing, said as it is: deleted, or never there. */
  static missing(what: string, ref: string, isDeleted: boolean): NotFound {
    return isDeleted ? new NotFound('deleted', `The ${what} '${ref}' is deleted.`) : NotFound.of(what, ref);
  }
}

/** The present state of the catalogue forbids it. */
export class Conflict extends Refusal {
  override readonly kind = 'conflict';
  /** What would be possible instead, e.g. the statuses that can follow. */
  readonly allowed: readonly string[];
  readonly usedBy: readonly Usage[];

  constructor(
    code: RefusalSlug,
    detail: string,
    more: { errors?: readonly FieldProblem[]; allowed?: readonly string[]; usedBy?: readonly Usage[] } = {},
  ) {
    super(code, detail, more.errors);
    this.allowed = more.allowed ?? [];
    this.usedBy = more.usedBy ?? [];
  }
}

/** `ifVersion` is behind. `conflicts` names what was changed since then and is also named by this write. */
export class VersionMismatch extends Refusal {
  override readonly kind = 'version-mismatch';
  readonly yourVersion: number;
  readonly currentVersion: number;
  readonly conflicts: readonly CellChange[];

  constructor(yourVersion: number, currentVersion: number, conflicts: readonly CellChange[]) {
    const advice =
      conflicts.length === 0
        ? 'None of the values that you write were changed in the meantime. Send the request again with the new version.'
        : `${conflicts.length} of the values that you write were changed in the meantime.`;
    super(
      'version-mismatch',
      `You have version ${yourVersion}, the current one is ${currentVersion}. ${advice}`,
    );
    this.yourVersion = yourVersion;
    this.currentVersion = currentVersion;
    this.conflicts = conflicts;
  }
}

/**
 * What stops a request as a whole: no valid token, a missing scope, a malformed document, a cursor of another list.
 * Doors answer it as a request-level error with `code` and `parameters`.
 */
export class Fault extends Error {
  readonly code: FaultSlug;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Machine-readable facts of this fault, e.g. `{ required_scopes: ["settings:read"] }`. */
  readonly parameters: Readonly<Record<string, JsonValue>>;

  constructor(code: FaultSlug, detail: string, parameters: Readonly<Record<string, JsonValue>> = {}) {
    const reported = abbreviated(detail);
    super(reported);
    this.name = 'Fault';
    this.code = code;
    this.title = PROBLEMS[code].title;
    this.status = PROBLEMS[code].status;
    this.detail = reported;
    this.parameters = parameters;
  }
}
