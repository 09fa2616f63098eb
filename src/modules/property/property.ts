import type { Column, Columns } from '../../kernel/statement.ts';
import { camelCase } from '../../platform/resource/table-store.ts';

/** Reason why a property does not take part in something: `none: each product has its own`. */
export type NotApplicable = `none: ${string}`;

/** Returns true if a property takes part in something; if not, it has a text with the reason. */
export const isApplicable = <Part>(part: Part | NotApplicable): part is Exclude<Part, NotApplicable> =>
  !(typeof part === 'string' && part.startsWith('none: '));

/**
 * Form of a condition on a property. `text`: equality and parts of a text. `enum`: equality with one of fixed terms.
 * `code`: equality, or the property is absent. `set`: contains any, all or none of some codes, or is empty. `words`: a
 * set of free tags, compared without case. `tree`: a set of codes of a tree. `ids`: by system, equality or absent.
 * `one`: is this object. `flag`: is true or false.
 */
export type FilterKind = 'text' | 'enum' | 'code' | 'set' | 'words' | 'tree' | 'ids' | 'one' | 'flag';

/** One property of products or entities. Everything that reads or writes properties goes by these words. */
export interface PropertyDefinition {
  /** The name of the column in the table, and its type in PostgreSQL. */
  readonly column: string;
  readonly type: 'text' | 'uuid' | 'text[]' | 'jsonb' | 'boolean';
  /** Value of the property before any write. */
  readonly blank: string | boolean | null | readonly never[] | Readonly<Record<string, never>>;
  /** Its words, where they are fixed. */
  readonly values?: readonly string[];
  readonly filter: FilterKind | NotApplicable;
  /** Form of the property in files, under its name in snake_case. */
  readonly file: FilePropertyFormat;
  /** The description that it has in events, where all events of the object say it. */
  readonly inEvents: string | NotApplicable;
}

/** Form of a property in files; see `FileField`. */
export interface FilePropertyFormat {
  readonly kind: 'text' | 'set' | 'boolean';
  /** A column per locale, or per word of the clients' own. */
  /** An attribute of the same code has the plain column; the property's name begins with `_` then. */
  readonly yields?: boolean;
  readonly keyed?: { readonly column: string; readonly by: 'locale' | 'word' };
}

const RESULT_TYPES = {
  text: 'text',
  uuid: 'text',
  'text[]': 'text[]',
  jsonb: 'json',
  boolean: 'boolean',
} as const;

/**
 * Returns the columns of a result that has properties under their keys in a row: `parentId` of the column `parent_id`.
 */
export const resultColumns = (properties: Readonly<Record<string, PropertyDefinition>>): Columns =>
  Object.fromEntries(
    Object.values(properties).map(({ column, type, blank }): [string, Column] => [
      camelCase(column),
      blank === null ? `${RESULT_TYPES[type]} | null` : RESULT_TYPES[type],
    ]),
  );
