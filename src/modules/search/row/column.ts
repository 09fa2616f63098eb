import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { ANY_SCOPE, type CellScope } from '../filter/plan.ts';
import { isLongText, isNumeric, isTextual } from '../filter/value-keys.ts';

/** Field that may have a column of its own: a number to search and sort by, or a text to sort by. */
export interface Field extends CellScope {
  readonly kind: 'number' | 'text';
  /** Stored code. */
  readonly attribute: string;
  /** Currency of prices. */
  readonly currency: string | null;
}

/** Returns true if products can be sorted by an attribute: with a column by its index, else by reading all matches. */
export const isSortable = (attribute: AttributeDefinition): boolean =>
  attribute.filterable && (isNumeric(attribute) || (isTextual(attribute) && !isLongText(attribute)));

/** Returns the attribute (stored code) of a field, by its key. */
const attributeOf = (key: string): string => key.split(' ')[1] ?? '';

/** Returns one text per field, the same for every caller. */
export const fieldKey = ({ kind, attribute, channel, locale, currency }: Field): string =>
  `${kind} ${attribute} ${channel ?? ''} ${locale ?? ''} ${currency ?? ''}`;

export const textField = (attribute: string, { channel, locale }: CellScope): Field => ({
  kind: 'text',
  attribute,
  channel,
  locale,
  currency: null,
});

const nameColumns = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

/** The columns there are, each with its index. */
export const COLUMN_NAMES = { number: nameColumns('n', 48), text: nameColumns('t', 8) } as const;

/** A column that is or was in use by an organization. */
export interface AssignedColumn {
  /** `n1` …, `t1` …. */
  readonly name: string;
  /** {@link fieldKey}; null: none any more, but rows may still hold what the last one left. */
  readonly field: string | null;
  /**
   * True if every row has it by now, and keeps it; until then the field is also written where it stands without one.
   */
  readonly ready: boolean;
  /** True if it is searched as long as not all rows have the field elsewhere; after that it is free. */
  readonly leaving: boolean;
}

/** Number of times that fields (by {@link fieldKey}) were sorted or filtered by in the last 30 days. */
export type FieldUses = ReadonlyMap<string, number>;

/** Number of uses in 30 days from which a field gets a column before unused fields. */
const MANY_USES = 100;
/** A field takes the column of one that is used so many times less, so that columns do not go to and fro. */
const TIMES_MORE = 10;

const isSearchedIn = ({ ready, leaving }: AssignedColumn): boolean => ready || leaving;

/**
 * Columns of the fields that have one. Numbers without one that is ready stand in `other`, a JSON object by the same
 * keys: they are found as well, but by reading every row that the rest of a search leaves.
 */
export class SearchColumns {
  /** All that are stored with a row, those that nothing is in any more included. */
  readonly names: readonly string[];
  readonly #byField: ReadonlyMap<string | null, AssignedColumn>;

  constructor(columns: readonly AssignedColumn[]) {
    this.names = columns.map(({ name }) => name);
    this.#byField = new Map(columns.map((column) => [column.field, column]));
  }

  /** Returns the column that a field is written to. */
  written(field: Field): AssignedColumn | undefined {
    return this.#byField.get(fieldKey(field));
  }

  readonly #whole = new Map<string, 'kept' | 'searched' | 'none'>();

  /** Returns true if the texts of an attribute are found in columns alone, wherever they stand. */
  hasTexts(attribute: AttributeDefinition, structure: CatalogueStructure): boolean {
    return this.#textsOf(attribute, structure) !== 'none';
  }

  /** Returns true if the same holds and goes on to hold, so that rows need no facts of these texts. */
  keepsTexts(attribute: AttributeDefinition, structure: CatalogueStructure): boolean {
    return this.#textsOf(attribute, structure) === 'kept';
  }

  #textsOf(attribute: AttributeDefinition, structure: CatalogueStructure) {
    const { code } = attribute;
    const cachedTexts = this.#whole.get(code);
    if (cachedTexts !== undefined) return cachedTexts;
    const scopes = scopesWithin(attribute, ANY_SCOPE, structure);
    const columns = scopes.map((cellScope) => this.written(textField(code, cellScope)));
    const isSearched = columns.every((column) => column !== undefined && isSearchedIn(column));
    const isKept = isSearched && columns.every((column) => column?.ready === true);
    const whole = isKept ? 'kept' : isSearched ? 'searched' : 'none';
    this.#whole.set(code, whole);
    return whole;
  }

  /** Returns true if a column of an attribute (stored code) is not filled in all rows yet. */
  isBuilding(attribute: string): boolean {
    return [...this.#byField.values()].some(
      (column) => !isSearchedIn(column) && column.field !== null && attributeOf(column.field) === attribute,
    );
  }

  /** Returns the name of the column that a field is searched and sorted by. */
  ready(field: Field): string | undefined {
    const column = this.written(field);
    return column !== undefined && isSearchedIn(column) ? column.name : undefined;
  }
}

/** Returns every scope that an attribute can have a cell in, as far as a wider scope allows. */
export function scopesWithin(
  attribute: AttributeDefinition,
  within: CellScope,
  structure: CatalogueStructure,
): CellScope[] {
  const channels: readonly (string | null)[] = attribute.scopable
    ? [...structure.channels.values()].map(({ code }) => code)
    : [null];
  const locales: readonly (string | null)[] = attribute.localizable
    ? [...structure.locales.values()]
    : [null];
  const isWithin = (scopeCode: string | null, code: string | null) =>
    scopeCode === null || scopeCode === code;
  return channels
    .filter((code) => isWithin(within.channel, code))
    .flatMap((channel) =>
      locales.filter((code) => isWithin(within.locale, code)).map((locale) => ({ channel, locale })),
    );
}

/**
 * Returns the fields that would have a column, the most important first: those used much, then all in their own order.
 */
function fieldsToIndex(structure: CatalogueStructure, uses: FieldUses): Field[] {
  const used = usedFields(structure, uses);
  const keys = new Set(used.map(fieldKey));
  return [...used, ...unusedFields(structure).filter((field) => !keys.has(fieldKey(field)))];
}

/** Returns the fields that are used so much that they should have a column, the most used ones first. */
function usedFields(structure: CatalogueStructure, uses: FieldUses): Field[] {
  const timesOf = (field: Field) => uses.get(fieldKey(field)) ?? 0;
  const attributes = new Set(
    [...uses.keys()].map((key) => structure.attributes.get(foldKey(attributeOf(key)))),
  );
  return [...attributes]
    .flatMap((attribute) =>
      attribute !== undefined && isSortable(attribute) ? fieldsOf(attribute, structure) : [],
    )
    .filter((field) => timesOf(field) >= MANY_USES)
    .toSorted((one, other) => timesOf(other) - timesOf(one));
}

function unusedFields(structure: CatalogueStructure): Field[] {
  const attributes = [...structure.attributes.values()].filter(isSortable);
  const labels = new Set(
    [...structure.sets.values(), ...structure.entityTypes.values()].map(({ document }) =>
      foldKey(document.attributeAsLabel ?? ''),
    ),
  );
  const textual = attributes.filter(isTextual);
  const isLabel = ({ code }: AttributeDefinition) => labels.has(foldKey(code));
  const isPlain = ({ localizable, scopable }: AttributeDefinition) => !localizable && !scopable;
  const texts = [
    ...textual.filter(isLabel),
    ...textual.filter((attribute) => !isLabel(attribute) && isPlain(attribute)),
  ];
  return [...attributes.filter(isNumeric), ...texts].flatMap((attribute) => fieldsOf(attribute, structure));
}

/** Returns everything of an attribute that products can be sorted by. */
export function fieldsOf(attribute: AttributeDefinition, structure: CatalogueStructure): Field[] {
  const { code, type } = attribute;
  const kind = isNumeric(attribute) ? 'number' : 'text';
  return scopesWithin(attribute, ANY_SCOPE, structure).flatMap((cellScope) => {
    const channel = structure.channels.get(foldKey(cellScope.channel ?? ''));
    const currencies = type === 'price' ? (channel?.currencies ?? structure.currencies) : [null];
    return [...currencies].map((currency): Field => ({ kind, attribute: code, ...cellScope, currency }));
  });
}

/** Knowledge about rows before columns are assigned. */
export interface RowsState {
  /** True if there are any rows. */
  readonly any: boolean;
  /** Returns true if no row can have a value of this field yet. */
  isNew(field: Field): boolean;
}

/**
 * Returns the next columns. Fields keep theirs as long as their attribute is filterable, so that nothing is searched
 * where it is not. A column is ready at once where no row has anything to be filled in or taken out.
 */
export function assignColumns(
  present: readonly AssignedColumn[],
  structure: CatalogueStructure,
  rows: RowsState,
  uses: FieldUses,
): readonly AssignedColumn[] {
  const requestedFields = fieldsToIndex(structure, uses);
  const isKept = (key: string): boolean => {
    const attribute = structure.attributes.get(foldKey(attributeOf(key)));
    if (attribute === undefined || !isSortable(attribute)) return false;
    // A text goes with its channel or locale: conditions look into all columns of an attribute.
    const isText = key.startsWith('text ');
    return !isText || fieldsOf(attribute, structure).some((field) => fieldKey(field) === key);
  };
  const keptColumns = present.filter(({ field }) => field !== null && isKept(field));
  const placedFields = new Set(keptColumns.map(({ field }) => field));
  const usedNames = new Set(keptColumns.map(({ name }) => name));
  // Rows may still hold something in those.
  const leftoverNames = present.filter(({ name }) => !usedNames.has(name)).map(({ name }) => name);
  const unclean = new Set(rows.any ? leftoverNames : []);
  const free = (kind: Field['kind']) =>
    COLUMN_NAMES[kind]
      .filter((name) => !usedNames.has(name))
      .toSorted((one, other) => Number(unclean.has(one)) - Number(unclean.has(other)))
      .values();
  const names = { number: free('number'), text: free('text') };
  const assignedColumns = requestedFields
    .filter((field) => !placedFields.has(fieldKey(field)))
    .flatMap((field): AssignedColumn[] => {
      const { value: name } = names[field.kind].next();
      if (name === undefined) return [];
      const ready = !rows.any || (rows.isNew(field) && !unclean.has(name));
      return [{ name, field: fieldKey(field), ready, leaving: false }];
    });
  const used = new Set([...keptColumns, ...assignedColumns].map(({ name }) => name));
  const unused = [...unclean].filter((name) => !used.has(name));
  const emptied = unused.map((name) => ({ name, field: null, ready: false, leaving: false }));
  return [...keptColumns, ...assignedColumns, ...emptied];
}

/**
 * Returns the columns when those of fields that are used least begin to leave, one for each field without a column that
 * is used much more. They are free for those once all rows have the values of the leaving fields elsewhere.
 */
export function releaseColumns(
  present: readonly AssignedColumn[],
  structure: CatalogueStructure,
  uses: FieldUses,
): readonly AssignedColumn[] {
  const placedFields = new Set(present.map(({ field }) => field));
  const timesOf = (key: string | null) => uses.get(key ?? '') ?? 0;
  const leaving = (['number', 'text'] as const).flatMap((kind) => {
    const waiting = usedFields(structure, uses)
      .filter((field) => field.kind === kind && !placedFields.has(fieldKey(field)))
      .map(fieldKey);
    const least = present
      .filter(({ field, ready }) => ready && field?.startsWith(`${kind} `) === true)
      .toSorted((one, other) => timesOf(one.field) - timesOf(other.field));
    return waiting.flatMap((key, index) => {
      const column = least[index];
      return column !== undefined && timesOf(key) >= TIMES_MORE * timesOf(column.field) ? [column.name] : [];
    });
  });
  return present.map((column) =>
    leaving.includes(column.name) ? { ...column, ready: false, leaving: true } : column,
  );
}
