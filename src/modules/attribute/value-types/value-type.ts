import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import type { Message } from '../../../kernel/problems/messages/message.ts';
import type { LabelledCode } from '../../../platform/resource/qualified-codes.ts';
import type { MeasurementFamily } from '../../measurement/index.ts';
import type { MediaMetadata } from '../../media/index.ts';
import type { AttributeDefinition } from '../attribute-types.ts';

export interface OptionMetadata {
  /** Code in its stored case. */
  readonly code: string;
  readonly active: boolean;
}

export interface EntityMetadata {
  /** Code in its stored case. */
  readonly code: string;
  readonly active: boolean;
}

/** Lookups of the value types while they read a value. Every function returns from memory, in constant time. */
export interface ValueTypeContext {
  /** Codes resolve case-insensitively. */
  findOption(optionSet: string, code: string): OptionMetadata | undefined;
  /** Returns codes, labels and synonyms of the active options, for suggestions only. */
  optionLabels(optionSet: string): Iterable<LabelledCode>;
  /** Codes resolve case-insensitively. Absent: the caller knows no entities, so every code is rejected as not found. */
  findEntity?(entityType: string, code: string): EntityMetadata | undefined;
  /** Returns the codes of the active entities, for suggestions only. */
  entityCodes?(entityType: string): Iterable<string>;
  /** Returns the family by the code that the attribute holds, in its stored case. */
  findMeasurementFamily(code: string): MeasurementFamily | undefined;
  /** Absent: the caller knows no media, so every code is rejected as not found. */
  findMedia?(code: string): MediaMetadata | undefined;
  /** Currencies enabled in the organization. */
  readonly currencies: ReadonlySet<string>;
  /** `YYYY-MM-DD` of the request, UTC: what `today` means in a rule. */
  readonly today: string;
}

/** The cell a value is meant for. */
export interface CellContext {
  /** Keys from the operation's input down to the value. */
  readonly path: readonly string[];
  readonly channel: string | null;
  readonly locale: string | null;
  /** Present value of the cell, null when it is empty. */
  readonly current: JsonValue;
  /** The currencies of the cell's channel; null when the cell belongs to no channel. */
  readonly channelCurrencies: ReadonlySet<string> | null;
}

/** A value in its canonical form (null: the cell becomes empty), or everything that is wrong with it. */
export type ParsedValue =
  | { readonly value: JsonValue; readonly problems?: undefined }
  | { readonly value?: undefined; readonly problems: readonly FieldProblem[] };

/** Codes that values may name: as many as a schema lists, and how many there are in all. */
export interface ListedCodes {
  readonly codes: readonly string[];
  readonly total: number;
}

/** Lookups for examples of values. Every function returns from memory. */
export interface ExampleMetadata {
  /** Returns the active options of a set. */
  optionsOf(optionSet: string): ListedCodes;
  /** Returns the active entities of a type. */
  entitiesOf(entityType: string): ListedCodes;
  /** Returns the family by the code that the attribute holds, in its stored case. */
  findMeasurementFamily(code: string): MeasurementFamily | undefined;
  /** Currencies that prices may have. */
  readonly currencies: ReadonlySet<string>;
  /** `YYYY-MM-DD` of the request, UTC. */
  readonly today: string;
}

/** Lookups for the JSON Schema of values. */
export interface SchemaMetadata extends ExampleMetadata {
  /** Refers to a part that several values share, by its name among the `$defs`; `make` is called once for it. */
  refer(name: string, make: () => JsonObject): JsonObject;
}

/** Codes that a list gets, at its end, and codes that it loses. Those that it has or lacks already change nothing. */
export interface ListChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The rules of one value type. */
export interface ValueType {
  /** Only scalars may stand for a cell on their own; an empty list means no value. */
  readonly form: 'scalar' | 'list' | 'object';
  /** Reads any JSON except null. Never throws. */
  parse(
    value: Exclude<JsonValue, null>,
    attribute: AttributeDefinition,
    context: ValueTypeContext,
    scope: CellContext,
  ): ParsedValue;
  /**
   * Returns a list of codes after a change; only for lists of codes. Only added codes are looked up; a code that is
   * both added and removed is removed.
   */
  change?(
    list: readonly string[],
    change: ListChange,
    attribute: AttributeDefinition,
    context: ValueTypeContext,
    scope: CellContext,
  ): ParsedValue;
  /** True when two canonical values mean the same, so that writing one over the other is no change. */
  same(a: JsonValue, b: JsonValue): boolean;
  /**
   * Returns JSON Schema (draft 2020-12) of a value that is not empty, as it is sent. Takes whatever `parse` takes,
   * codes in another than their stored case aside; what it cannot express, its `description` says.
   */
  jsonSchema(attribute: AttributeDefinition, metadata: SchemaMetadata): JsonObject;
  /** Returns values to show as an example, best first; those that `parse` rejects are passed over. */
  examples(attribute: AttributeDefinition, metadata: ExampleMetadata): readonly JsonValue[];
}

/** The empty value: the cell is cleared. */
export const EMPTY_VALUE: ParsedValue = { value: null };

/** Returns one {@link FieldProblem} at the value, or at a key inside it. */
export function problemAt(
  scope: CellContext,
  attribute: AttributeDefinition,
  code: FieldProblemCode,
  message: Message,
  details: {
    readonly value?: JsonValue;
    readonly suggestions?: readonly string[];
    readonly inside?: readonly string[];
  } = {},
): FieldProblem {
  const path = details.inside === undefined ? scope.path : [...scope.path, ...details.inside];
  return fieldProblem(code, path, message, {
    attribute: attribute.code,
    channel: scope.channel,
    locale: scope.locale,
    value: details.value ?? null,
    suggestions: details.suggestions ?? [],
  });
}
