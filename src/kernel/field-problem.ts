import type { CellChange } from './change.ts';
import { isJsonArray, type JsonObject, type JsonValue } from './json.ts';
import { isTranslated, localized, type Message, verbatim } from './problems/messages/message.ts';
import { rendered } from './problems/messages/render-message.ts';
import { truncateText } from './text/truncate-text.ts';

/** Faults of one field of an input; clients may rely on these codes for ever. */
export type FieldProblemCode =
  | 'required'
  | 'wrong-type'
  | 'too-short'
  | 'too-long'
  | 'pattern-mismatch'
  | 'invalid-format'
  | 'value-not-allowed'
  | 'below-minimum'
  | 'above-maximum'
  | 'too-many-decimals'
  | 'not-a-step'
  | 'invalid-date'
  | 'invalid-code'
  | 'reserved-code'
  | 'reserved-sku'
  | 'reference-not-found'
  | 'option-not-found'
  | 'option-inactive'
  | 'entity-not-found'
  | 'media-not-found'
  | 'product-not-found'
  | 'category-not-found'
  | 'attribute-not-found'
  | 'attribute-not-in-set'
  | 'attribute-not-at-level'
  | 'locale-required'
  | 'locale-not-allowed'
  | 'locale-not-enabled'
  | 'channel-required'
  | 'channel-not-allowed'
  | 'locale-not-in-channel'
  | 'currency-not-enabled'
  | 'unit-not-in-family'
  | 'not-unique'
  | 'too-few-items'
  | 'too-many-items'
  | 'duplicate-item'
  | 'checksum-invalid'
  | 'axis-missing'
  | 'axis-duplicate'
  | 'inherited-read-only'
  | 'value-belongs-to-parent'
  | 'immutable-property'
  | 'cycle'
  | 'unsafe-pattern'
  | 'tag-not-allowed'
  | 'mime-not-allowed'
  | 'file-too-large'
  | 'fetch-failed'
  | 'image-too-small'
  | 'unknown-column'
  | 'merged-cells'
  | 'unknown-property'
  | 'duplicate-row'
  | 'not-live'
  | 'insufficient-scope'
  | 'resource-in-use'
  | 'version-mismatch';

/** One fault of one field: its path, its kind and how to fix it. */
export interface FieldProblem {
  readonly code: FieldProblemCode;
  /** English sentence for people: the fault and the expected value. */
  readonly message: string;
  /** The message in the catalogue, by which it is rendered in other languages; absent where it is English alone. */
  readonly text?: Message;
  /** Keys from the operation's input down to the field, e.g. `["values", "0", "value"]`. */
  readonly path: readonly string[];
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  /** The rejected value, its texts cut to 200 characters; null for lists and objects of more than 50 values. */
  readonly value: JsonValue;
  /** Suggestions: up to three allowed values near to the rejected one, best first. */
  readonly suggestions: readonly string[];
  /** SKU of the product, or code of the entity, that has a unique value already. */
  readonly takenBy?: string;
  /** Objects that prevent a deletion, or a change that takes something away from them. */
  readonly usedBy?: readonly Usage[];
  /** Version of the stored object, where the item was based on an earlier one. */
  readonly currentVersion?: number;
  /** Changes since then to fields that the item writes too. */
  readonly conflicts?: readonly CellChange[];
}

/** An object that refers to another one. */
export interface Usage {
  /** GraphQL type name of the user, e.g. `AttributeSet`. */
  readonly type: string;
  readonly id: string;
  readonly code: string;
}

type Details = Partial<Omit<FieldProblem, 'code' | 'message' | 'text' | 'path'>>;

/** Builds a {@link FieldProblem}; details left out become `null` or empty. */
export function fieldProblem(
  code: FieldProblemCode,
  path: readonly string[],
  message: Message,
  details: Details = {},
): FieldProblem {
  const value = details.value ?? null;
  return {
    code,
    message: truncateText(rendered(message)),
    ...(isTranslated(message) ? { text: message } : {}),
    path: path.map(truncateText),
    attribute: details.attribute ?? null,
    channel: details.channel ?? null,
    locale: details.locale ?? null,
    value: truncateValue(value),
    suggestions: details.suggestions ?? [],
    ...(details.takenBy === undefined ? {} : { takenBy: details.takenBy }),
    ...(details.usedBy === undefined ? {} : { usedBy: details.usedBy }),
    ...(details.currentVersion === undefined ? {} : { currentVersion: details.currentVersion }),
    ...(details.conflicts === undefined ? {} : { conflicts: details.conflicts }),
  };
}

/** Maximum length of a rejected value's text in a problem. */
const MAX_VALUE_LENGTH = 200;
/** Maximum number of values of a rejected list or object in a problem. */
const MAX_SUGGESTIONS = 50;

/** Returns the value, its texts cut; null for a list or object of many values, which its sender has. */
function truncateValue(value: JsonValue): JsonValue {
  let remainingParts = MAX_SUGGESTIONS;
  const cut = (part: JsonValue): JsonValue => {
    remainingParts -= 1;
    if (typeof part === 'string')
      return part.length > MAX_VALUE_LENGTH ? `${part.slice(0, MAX_VALUE_LENGTH)}…` : part;
    if (remainingParts < 0 || part === null || typeof part !== 'object') return part;
    if (isJsonArray(part)) return part.length > remainingParts ? spent() : part.map(cut);
    const keys = Object.keys(part);
    if (keys.length > remainingParts) return spent();
    return Object.fromEntries(keys.map((key) => [key, cut(part[key] ?? null)]));
  };
  const spent = () => {
    remainingParts = -1;
    return null;
  };
  const whole = cut(value);
  return remainingParts < 0 ? null : whole;
}

/** Returns the message of a problem. */
export const textOf = ({ message, text }: Pick<FieldProblem, 'message' | 'text'>): Message =>
  text ?? verbatim(message);

/** Returns the messages of problems, one after the other. */
export const joinedMessages = (problems: readonly FieldProblem[]): Message =>
  problems.map(textOf).reduce((first, second) => localized('two-sentences', { first, second }));

/** Returns the problem with another message. */
export const withMessage = ({ text: _text, ...problem }: FieldProblem, message: Message): FieldProblem => ({
  ...problem,
  message: truncateText(rendered(message)),
  ...(isTranslated(message) ? { text: message } : {}),
});

/** Returns the problem in problem details (RFC 9457): `path` becomes a JSON Pointer (RFC 6901). */
export function toProblemJson(problem: FieldProblem): JsonObject {
  const {
    path,
    text,
    takenBy: _,
    usedBy: _users,
    currentVersion: _version,
    conflicts: _changes,
    ...details
  } = problem;
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { ...details, ...keyOf(text), pointer, ...relatedToJson(problem) };
}

/** Related objects of a problem, in this program or as the graph returns them. */
type Related = {
  readonly [Key in 'takenBy' | 'usedBy' | 'currentVersion' | 'conflicts']?: FieldProblem[Key] | null;
};

/** Returns what a problem names besides the field, in wire names; nothing for most. */
export function relatedToJson({ takenBy, usedBy, currentVersion, conflicts }: Related): JsonObject {
  return {
    ...(takenBy === undefined ? {} : { taken_by: takenBy }),
    ...(usedBy == null ? {} : { used_by: usedBy.map((usage) => ({ ...usage })) }),
    ...(currentVersion == null ? {} : { current_version: currentVersion }),
    ...(conflicts == null ? {} : { conflicting_changes: conflicts.map((change) => ({ ...change })) }),
  };
}

/** Returns the key and the values of a message for programs; nothing where the catalogue has none. */
export const keyOf = (text: Message | null | undefined): JsonObject =>
  text == null ? {} : { message_key: text.key, params: text.params as unknown as JsonObject };
