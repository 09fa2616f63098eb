import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { ANY_SCOPE, type CellScope } from '../filter/plan.ts';
import type { IndexedCell } from '../filter/search-document.ts';
import { isNumeric, isTextual } from '../filter/value-keys.ts';
import { type AssignedColumn, type Field, fieldKey, type SearchColumns, textField } from './column.ts';
import { cellTerms, termHash } from './term.ts';
import { cellPrefix, type TextColumn, textColumnOf } from './text-column.ts';

export interface RowSettings {
  readonly organizationId: string;
  readonly structure: CatalogueStructure;
  readonly columns: SearchColumns;
}

/** Properties that the cells of one attribute in one scope have alike in all rows. */
export interface CellEncoding {
  /** Scopes by which such a cell is found: its own and, when it has one, "in some cell". */
  readonly scopes: readonly CellScope[];
  /** Terms that say at each of them that it is filled. */
  readonly filled: readonly string[];
  /** The column that its text is searched for in, and what stands before it there; null: nobody may search for it. */
  readonly text: { readonly column: TextColumn; readonly mark: string } | null;
  /** Returns the slot in which its text, or its number (of prices that in a currency), stands by itself. */
  slotFor(currency: string | null): FieldStorage;
}

/** The column of a field, if it has one, and the name that it has elsewhere. */
export interface FieldStorage {
  readonly column: AssignedColumn | undefined;
  readonly key: string;
}

const encodingsBySettings = new WeakMap<RowSettings, Map<string, CellEncoding>>();

/** Returns the encoding of a cell; made once for all rows of the same settings. */
export function cellEncoding(
  attribute: AttributeDefinition,
  { channel, locale }: IndexedCell,
  settings: RowSettings,
): CellEncoding {
  const encodings = encodingsOf(settings);
  const { code } = attribute;
  const isAnywhere = channel === undefined && locale === undefined;
  const key = isAnywhere ? code : `${code} ${channel ?? ''} ${locale ?? ''}`;
  const cachedEncoding = encodings.get(key);
  if (cachedEncoding !== undefined) return cachedEncoding;
  const cellScope = isAnywhere ? ANY_SCOPE : { channel: channel ?? null, locale: locale ?? null };
  const encoding = makeEncoding(attribute, cellScope, settings);
  encodings.set(key, encoding);
  return encoding;
}

function encodingsOf(settings: RowSettings): Map<string, CellEncoding> {
  const cachedEncodings = encodingsBySettings.get(settings);
  if (cachedEncodings !== undefined) return cachedEncodings;
  const encodings = new Map<string, CellEncoding>();
  encodingsBySettings.set(settings, encodings);
  return encodings;
}

function makeEncoding(
  attribute: AttributeDefinition,
  cellScope: CellScope,
  { organizationId, columns }: RowSettings,
): CellEncoding {
  const { code, type, filterable } = attribute;
  const scopes = cellScope === ANY_SCOPE ? [ANY_SCOPE] : [cellScope, ANY_SCOPE];
  // The column shows that there is a number.
  const isReported = filterable && (!isNumeric(attribute) || type === 'price');
  const column = textColumnOf(attribute);
  const slots = new Map<string | null, FieldStorage>();
  return {
    scopes,
    filled: isReported ? scopes.map((at) => termHash(organizationId, cellTerms.filled(code, at))) : [],
    text: column === null ? null : { column, mark: cellPrefix(code, cellScope) },
    slotFor(currency) {
      const cachedSlot = slots.get(currency);
      if (cachedSlot !== undefined) return cachedSlot;
      const field = fieldOf(attribute, cellScope, currency);
      const slot = { column: columns.written(field), key: fieldKey(field) };
      slots.set(currency, slot);
      return slot;
    },
  };
}

function fieldOf(attribute: AttributeDefinition, cellScope: CellScope, currency: string | null): Field {
  const { code } = attribute;
  return isTextual(attribute)
    ? textField(code, cellScope)
    : { kind: 'number', attribute: code, ...cellScope, currency };
}
