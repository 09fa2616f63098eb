import type { JsonValue } from '../../kernel/json.ts';

/** PostgreSQL types by column: scalars, `json`, `jsonb`, and lists of texts or numbers. */
export type RowShape = Readonly<Record<string, string>>;

/** What a statement takes its rows from. */
export interface ManyRows {
  /** Stands behind FROM, with a name behind itself: `FROM ${source} AS row`. */
  readonly source: string;
  /** One per column, from the first that was asked for: an array, the text that all rows have, or null for nothing. */
  readonly parameters: readonly (Buffer | string | null)[];
}

/** With fewer rows than this, another text of the statement is not worth its preparation. */
const MANY_ROWS = 50;

/**
 * Rows for a statement over any number of them, column by column: less work for PostgreSQL than a JSON document, which
 * names each column in each row. Texts must be storable (no NUL, no half of a surrogate pair).
 *
 * @param first the number of the first parameter that is free: 2 for `$2` …
 * @param oftenAlike groups of columns in which many rows often do not differ: when they differ in none of a group, each
 *   of its columns is sent once. All of a group or none, for each choice is a text of its own to prepare. At least one
 *   column is in no group
 */
export function manyRows<Shape extends RowShape>(
  shape: Shape,
  rows: readonly Readonly<Record<keyof Shape, JsonValue | undefined>>[],
  first: number,
  oftenAlike: readonly (readonly (keyof Shape)[])[] = [],
): ManyRows {
  const columns = Object.entries(shape).map(([name, type], index) => {
    const toText = writerOf(type);
    const textOf = (row: (typeof rows)[number] | undefined) => {
      const cell = row?.[name];
      return cell === null || cell === undefined ? null : toText(cell);
    };
    return { name, type, textOf, parameter: `$${first + index}` };
  });
  const isAlike = ({ name, textOf }: (typeof columns)[number]) => {
    const [first] = rows;
    const text = textOf(first);
    return rows.every((row) => row[name] === first?.[name] || textOf(row) === text);
  };
  const groups = oftenAlike.map((group) => columns.filter(({ name }) => group.includes(name)));
  const once = new Set(rows.length < MANY_ROWS ? [] : groups.filter((group) => group.every(isAlike)).flat());
  const each = columns.filter((column) => !once.has(column));
  const cells = columns.map((column) => {
    const { name, type, parameter } = column;
    if (once.has(column)) return `${parameter}::${type} AS "${name}"`;
    // Lists of different lengths are no array of arrays, so they become lists only once each row has its own.
    return type.endsWith('[]') ? `"${name}"::${type}` : `"${name}"`;
  });
  // Read as what they are before rows are made of them: below a rule of row-level security, whatever can fail stands in
  // the way of an index. And planned for few rows, however many there are, so that no statement reads a whole table.
  const arrays = each.map(({ type, parameter }) => {
    const elements = type.endsWith('[]') ? 'text' : type;
    return `(SELECT ${parameter}::text[]::${elements}[])`;
  });
  const names = each.map(({ name }) => `"${name}"`).join(', ');
  return {
    source: `(SELECT ${cells.join(', ')} FROM unnest(${arrays.join(', ')}) AS cell(${names}))`,
    parameters: columns.map((column) =>
      once.has(column) ? column.textOf(rows[0]) : textArray(rows.map(column.textOf)),
    ),
  };
}

function writerOf(type: string): (cell: JsonValue) => string {
  if (type === 'json' || type === 'jsonb') return JSON.stringify;
  if (type === 'text[]') return (cell) => `{${(cell as readonly string[]).map(quoted).join(',')}}`;
  if (type.endsWith('[]')) return (cell) => `{${(cell as readonly JsonValue[]).join(',')}}`;
  return String;
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

const OID_OF_TEXT = 25;
const HEADER_BYTES = 20;
/** Where the length of an element goes. */
const GAP = '\0\0\0\0';

/**
 * An array of texts as `array_recv` reads it: how many dimensions, whether some are null, the type of the elements, how
 * many there are and the number of the first; then each with its length in bytes before it, -1 for null. All of these
 * are integers of four bytes. All texts are written at once and the lengths into the gaps between them.
 */
function textArray(texts: readonly (string | null)[]): Buffer | null {
  const nulls = texts.filter((text) => text === null).length;
  if (nulls === texts.length) return null;
  const joined = GAP + texts.join(GAP);
  const bytes = Buffer.byteLength(joined);
  const isAscii = bytes === joined.length;
  const array = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  array.write(joined, HEADER_BYTES);
  let at = 0;
  for (const integer of [1, nulls > 0 ? 1 : 0, OID_OF_TEXT, texts.length, 1])
    at = array.writeInt32BE(integer, at);
  for (const text of texts) {
    const length = text === null || isAscii ? (text?.length ?? -1) : Buffer.byteLength(text);
    at = array.writeInt32BE(length, at) + Math.max(length, 0);
  }
  return array;
}
