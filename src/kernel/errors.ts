import type { CellChange } from './change.ts';
import { type FieldProblem, textOf, type Usage } from './field-problem.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { isTranslated, localized, type Message, verbatim } from './problems/messages/message.ts';
import { rendered } from './problems/messages/render-message.ts';
import {
  type DomainErrorCode,
  type DomainErrorKind,
  PROBLEMS,
  type RequestErrorCode,
} from './problems/problem-definitions.ts';
import { truncateText } from './text/truncate-text.ts';

/** Maximum number of faults of one input that are listed. */
const MAX_LISTED_ERRORS = 20;

/** Number of faults at which work on one input stops: those that are listed, and one that shows that there are more. */
export const MAX_PROBLEMS = MAX_LISTED_ERRORS + 1;

/** Errors that a problem lists. */
export interface ListedErrors {
  readonly detail: string;
  readonly text?: Message;
  readonly errors: readonly FieldProblem[];
}

/** Returns the message of a rejection or a fault. */
export const detailOf = ({ detail, text }: Detailed): Message => text ?? verbatim(detail);

interface Detailed {
  readonly detail: string;
  readonly text?: Message | undefined;
}

/** Returns the text of a response for errors: the first 20 of them, and that there are more. */
export function truncateErrors({ detail, text, errors }: ListedErrors): ListedErrors {
  if (errors.length <= MAX_LISTED_ERRORS) return { detail, ...(text === undefined ? {} : { text }), errors };
  const more = localized('first-listed', { message: detailOf({ detail, text }), count: MAX_LISTED_ERRORS });
  return { detail: rendered(more), text: more, errors: errors.slice(0, MAX_LISTED_ERRORS) };
}

/**
 * Expected rejection of an operation: part of its contract, returned as a typed result and never logged as a failure.
 * Thrown, so that the surrounding transaction rolls back.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;
  readonly code: DomainErrorCode;
  readonly title: string;
  /** HTTP status of the problem, by the catalogue. */
  readonly status: number;
  /** An English sentence for people. */
  readonly detail: string;
  /** The detail in the catalogue, by which it is rendered in other languages; absent where it is English alone. */
  readonly text?: Message;
  readonly errors: readonly FieldProblem[];

  constructor(code: DomainErrorCode, detail: Message, errors: readonly FieldProblem[] = []) {
    const reported = truncateText(rendered(detail));
    super(`${code}: ${reported}`);
    this.name = new.target.name;
    this.code = code;
    this.title = PROBLEMS[code].title;
    this.status = PROBLEMS[code].status;
    this.detail = reported;
    if (isTranslated(detail)) this.text = detail;
    this.errors = errors;
  }
}

/** Codes of faults in a field that are the problem itself where there is no other fault. */
const STANDALONE_CODES = ['unknown-property', 'reserved-sku'] as const satisfies readonly DomainErrorCode[];

/** Error for an input that breaks a rule; `errors` names each field and the fix. */
export class ValidationFailed extends DomainError {
  override readonly kind = 'invalid';
  /** Values that are allowed in place of the rejected one; for `invalid-operator` the operators that exist. */
  readonly allowed: readonly string[];

  constructor(
    code: DomainErrorCode,
    detail: Message,
    errors: readonly FieldProblem[] = [],
    allowed: readonly string[] = [],
  ) {
    super(code, detail, errors);
    this.allowed = allowed;
  }

  /**
   * Makes the error for the problems of an input; the detail counts them as far as they are listed, because work
   * stops there.
   */
  static of(errors: readonly FieldProblem[]): ValidationFailed {
    const only = errors.length === 1 ? errors[0] : undefined;
    const [first] = errors;
    const summary =
      errors.length > MAX_LISTED_ERRORS
        ? localized('more-fields-invalid', { count: MAX_LISTED_ERRORS })
        : localized('fields-invalid', { count: errors.length });
    const own = STANDALONE_CODES.find((slug) => slug === first?.code);
    return new ValidationFailed(
      own !== undefined && errors.every(({ code }) => code === own) ? own : 'validation-failed',
      only === undefined ? summary : textOf(only),
      errors,
    );
  }
}

/** Error for a product that may not be published yet; `missing` lists what each channel and locale lacks. */
export class NotPublishable extends DomainError {
  override readonly kind = 'not-publishable';
  readonly missing: readonly JsonObject[];

  constructor(detail: Message, missing: readonly JsonObject[], errors: readonly FieldProblem[] = []) {
    super('not-publishable', detail, errors);
    this.missing = missing;
  }
}

/**
 * Error for an object that does not exist in this organization, or is deleted. Foreign and missing ids read the same.
 */
export class NotFound extends DomainError {
  override readonly kind = 'not-found';

  /** Returns an error with the same sentence for a missing object and for one of another organization. */
  static of(what: string, ref: string, errors: readonly FieldProblem[] = []): NotFound {
    return new NotFound('not-found', localized('not-found', { kind: what, ref }), errors);
  }

  /** Returns the error for a missing object, which says if it was deleted or never existed. */
  static missing(what: string, ref: string, isDeleted: boolean): NotFound {
    return isDeleted
      ? new NotFound('deleted', localized('deleted', { kind: what, ref }))
      : NotFound.of(what, ref);
  }
}

/** Error for a change that the present state of the catalogue forbids. */
export class Conflict extends DomainError {
  override readonly kind = 'conflict';
  /** Alternatives that are possible, e.g. the statuses that can follow. */
  readonly allowed: readonly string[];
  readonly usedBy: readonly Usage[];

  constructor(
    code: DomainErrorCode,
    detail: Message,
    more: { errors?: readonly FieldProblem[]; allowed?: readonly string[]; usedBy?: readonly Usage[] } = {},
  ) {
    super(code, detail, more.errors);
    this.allowed = more.allowed ?? [];
    this.usedBy = more.usedBy ?? [];
  }
}

/** Error for an `ifVersion` that is behind. `conflicts` names the changes since then that this write names too. */
export class VersionMismatch extends DomainError {
  override readonly kind = 'version-mismatch';
  readonly yourVersion: number;
  readonly currentVersion: number;
  readonly conflicts: readonly CellChange[];

  constructor(yourVersion: number, currentVersion: number, conflicts: readonly CellChange[]) {
    const versions = { version: yourVersion, current: currentVersion };
    super(
      'version-mismatch',
      conflicts.length === 0
        ? localized('version-outdated', versions)
        : localized('version-conflicts', { ...versions, count: conflicts.length }),
    );
    this.yourVersion = yourVersion;
    this.currentVersion = currentVersion;
    this.conflicts = conflicts;
  }
}

/**
 * Error that stops a request as a whole: no valid token, a missing scope, a malformed document, a cursor of another
 * list. APIs return it as a request-level error with `code` and `parameters`.
 */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly title: string;
  readonly status: number;
  /** An English sentence for people. */
  readonly detail: string;
  /** The detail in the catalogue, by which it is rendered in other languages; absent where it is English alone. */
  readonly text?: Message;
  /** Machine-readable fields of this fault, e.g. `{ required_scopes: ["settings:read"] }`. */
  readonly parameters: Readonly<Record<string, JsonValue>>;

  constructor(code: RequestErrorCode, detail: Message, parameters: Readonly<Record<string, JsonValue>> = {}) {
    const reported = truncateText(rendered(detail));
    super(reported);
    this.name = 'RequestError';
    this.code = code;
    this.title = PROBLEMS[code].title;
    this.status = PROBLEMS[code].status;
    this.detail = reported;
    if (isTranslated(detail)) this.text = detail;
    this.parameters = parameters;
  }
}
