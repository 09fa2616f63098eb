import type { Column, Columns } from '../../kernel/statement.ts';
import { camelCase } from '../../platform/resource/table-store.ts';

/** Why a property has no part in something: `none: each product has its own`. */
export type None = `none: ${string}`;

/** Whether a property has a part in something, which it says in words otherwise. */
export const takesPart = <Part>(part: Part | None): part is Exclude<Part, None> =>
  !(typeof part === 'string' && part.startsWith('none: '));

/**
 * What a condition on a property looks like. `text`: equality and parts of a text. `enum`: equality, one of fixed words.
 * `code`: equality, or there is none. `set`: has any, all or none of some codes, or is empty. `words`: a set of
 * free words, compared without case. `tree`: a set of codes of a tree. `ids`: by system, equality or there is none. `one`: is this one. `flag`: is so, or is not.
 */
export type FilterKind = 'text' | 'enum' | 'code' | 'set' | 'words' | 'tree' | 'ids' | 'one' | 'flag';

/** One property of products or entities. Everything that reads or writes properties goes by these words. */
export interface Property {
  /** The name of the column in the table, and its type in PostgreSQL. */
  readonly column: string;
  readonly type: 'text' | 'uuid' | 'text[]' | 'jsonb' | 'boolean';
  /** What an object has before anybody says something of it. */
  readonly blank: string | boolean | null | readonly never[] | Readonly<Record<string, never>>;
  /** Its words, where they are fixed. */
  readonly values?: readonly string[];
  readonly filter: FilterKind | None;
  /** How a file writes it, under its name in snake_case. */
  readonly file: FileForm;
  /** The description that it has in events, where all events of the object say it. */
  readonly inEvents: string | None;
}

/** How a property stands in files; see `FileField`. */
export interface FileForm {
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

/** The columns of a result that has properties under their keys in a row: `parentId` of the column `parent_id`. */
export const resultColumns = (properties: Readonly<Record<string, Property>>): Columns =>
  Object.fromEntries(
    Object.values(properties).map(({ column, type, blank }): [string, Column] => [
      camelCase(column),
      blank === null ? `${RESULT_TYPES[type]} | null` : RESULT_TYPES[type],
    ]),
  );
