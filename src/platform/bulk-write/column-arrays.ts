import type { JsonValue } from '../../kernel/json.ts';

/** PostgreSQL types by column: scalars, `json`, `jsonb`, and lists of texts or numbers. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** A row with these columns; one that is left out is null. */
export type ColumnArrayRow<Types extends ColumnTypes> = Readonly<Record<keyof Types, JsonValue | undefined>>;

/** Arrays from which a statement takes its rows. */
export interface ColumnArrays {
  /** Stands behind FROM, with a name behind itself: `FROM ${source} AS row`. */
  readonly source: string;
  /**
   * Parameters from number `first` on: the number of rows, then one array per column. Where all rows have the same
   * value, the array has it once; where they have null, there is none.
   */
  readonly parameters: readonly (number | Buffer | null)[];
}

/**
 * Rows for a statement over any number of them, column by column: less work for PostgreSQL than a JSON document, which
 * names each column in each row. Texts must be storable (no NUL, no half of a surrogate pair).
 *
 * @param first the number of the first parameter that is free: 2 for `$2` …
 */
export function columnArrays<Types extends ColumnTypes>(
  types: Types,
  rows: readonly ColumnArrayRow<Types>[],
  first: number,
): ColumnArrays {
  const columns = Object.entries(types);
  const cells = columns.map(([name, type]) =>
    // Lists of different lengths are no array of arrays, so they become lists only once each row has its own.
    type.endsWith('[]') ? `"${name}"::${type}` : `"${name}"`,
  );
  // The arrays are read before rows are made of them: below a rule of row-level security, an expression that can fail
  // prevents the use of an index. The plan is for few rows, however many there are, so that no statement reads a
  // whole table.
  const arrays = columns.map(([, type], index) => {
    const element = type.endsWith('[]') ? 'text' : type;
    const texts = `$${first + 1 + index}::text[]`;
    return `(SELECT CASE cardinality(${texts}) WHEN 1 THEN array_fill((${texts})[1]::${element}, ARRAY[$${first}::int])
                                               ELSE ${texts}::${element}[] END)`;
  });
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  return {
    source: `(SELECT ${cells.join(', ')} FROM unnest(${arrays.join(', ')}) AS cell(${names}))`,
    parameters: [
      rows.length,
      ...columns.map(([name, type]) => {
        const toText = writerOf(type);
        const texts = rows.map((row) => {
          const cell = row[name];
          return cell === null || cell === undefined ? null : toText(cell);
        });
        return textArray(texts.every((text) => text === texts[0]) ? texts.slice(0, 1) : texts);
      }),
    ],
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
/** Placeholder for the length of an element. */
const GAP = '\0\0\0\0';

/**
 * Encodes an array of texts as `array_recv` reads it: number of dimensions, a flag for nulls, type of the elements,
 * their number and the index of the first; then each with its length in bytes before it, -1 for null. All of these
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
