import type { FieldFault } from '../../api/api-error.ts';
import type { FormAttribute, FormValue } from '../fields/field-documents.ts';
import type { ValueFilter } from '../values/value-filter.ts';
import type { ValueSource } from '../values/value-source.ts';
import type { StoredValue } from './draft.ts';

/** A channel and a locale that values are shown in. */
export interface ChannelLocale {
  readonly channel: { readonly code: string; readonly label: string };
  readonly locale: { readonly code: string; readonly label: string };
}

export interface FormChannel {
  readonly code: string;
  readonly label: string;
  readonly currencies: readonly { readonly code: string }[];
}

/** An attribute of a form, with its group and the channels that require it. */
export interface FormMember {
  readonly requiredIn: readonly string[];
  readonly group: { readonly code: string; readonly label: string } | null;
  readonly attribute: FormAttribute;
}

interface AttributeCode {
  readonly code: string;
}

/** An object whose values a form edits: a product of any level, or an entity. */
export interface FormObject {
  /** The attributes that it has by its set or type; null for a product without a set. */
  readonly attributeSet: { readonly attributes: readonly FormMember[] } | null;
  /** Levels of variants below a product; null for others. */
  readonly variantLayout: {
    readonly levels: readonly {
      readonly axes: readonly AttributeCode[];
      readonly attributes: readonly AttributeCode[];
    }[];
  } | null;
  /** The model that it inherits from. */
  readonly parent: {
    readonly sku: string;
    readonly label: string;
    readonly values: readonly FormValue[];
    readonly parent: { readonly sku: string; readonly label: string } | null;
  } | null;
  readonly values: readonly FormValue[];
  /** Required attributes without a value, in the first and the second context. */
  readonly here: readonly { readonly missing: readonly string[] }[];
  readonly there: readonly { readonly missing: readonly string[] }[];
}

/** A value as the API takes it. */
export interface FormValueInput {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value?: unknown;
  readonly add?: string[];
  readonly remove?: string[];
  readonly partial?: boolean;
}

/** Result of a save, as the API returns it: a problem unless it has an outcome. */
export type SaveResult =
  | { readonly __typename: string; readonly outcome: string }
  | {
      readonly __typename: string;
      readonly code: string;
      readonly detail: string;
      readonly errors: readonly FieldFault[];
    };

/** The objects whose values a form reads and saves. */
export interface FormSource extends ValueSource {
  /** Loads the own values of an object at some addresses; null if it was deleted. */
  loadValues(
    id: string,
    filter: ValueFilter,
  ): Promise<{ readonly version: number; readonly values: readonly StoredValue[] } | null>;
  /** Saves values of an object, or checks them by a dry run. */
  save(
    id: string,
    input: { readonly values: FormValueInput[]; readonly comment?: string },
    options: { readonly ifVersion?: number; readonly dryRun: boolean },
  ): Promise<{ readonly result: SaveResult; readonly requestId: string | null }>;
}
