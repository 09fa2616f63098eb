import type pg from 'pg';
import type { Columns } from '../../src/kernel/statement.ts';

type FieldType = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

/** What PostgreSQL calls the types (pg_type.oid) that arrive as a column declares. */
const TYPES: Readonly<Record<string, readonly number[]>> = {
  // text, varchar, uuid
  text: [25, 1043, 2950],
  // int4, int2
  int: [23, 21],
  // float8, float4
  float: [701, 700],
  bigint: [20],
  boolean: [16],
  // jsonb, json
  json: [3802, 114],
  timestamp: [1184],
  // text[], varchar[], uuid[]
  'text[]': [1009, 1015, 2951],
};

const NULLABLE = ' | null';
const baseOf = (column: string) => column.replace(NULLABLE, '');
export const isNullable = (column: string | undefined) => column?.endsWith(NULLABLE) === true;

/** The columns that a result has, in the words of `row`; one of an unknown type by its number. */
function columnsOf(fields: readonly FieldType[], declared: Columns) {
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }) => {
      const types = Object.entries(TYPES);
      const type = types.find(([, oids]) => oids.includes(dataTypeID))?.[0] ?? `type ${dataTypeID}`;
      return [name, isNullable(declared[name]) ? `${type}${NULLABLE}` : type];
    }),
  );
}

/** How the columns of a result differ from those that its statement declares; null when they do not. */
export function differenceOf(fields: readonly FieldType[], declared: Columns): string | null {
  const found = columnsOf(fields, declared);
  const names = new Set([...Object.keys(found), ...Object.keys(declared)]);
  const differences = [...names].flatMap((name) =>
    found[name] === declared[name]
      ? []
      : [`${name}: declared ${declared[name] ?? 'nothing'}, is ${found[name] ?? 'missing'}`],
  );
  return differences.length === 0 ? null : differences.join('; ');
}

/** The first column that is null in a row although it is declared not to be; null when there is none. */
export function unexpectedNull(
  rows: readonly Readonly<Record<string, unknown>>[],
  declared: Columns,
): string | null {
  const neverNull = Object.keys(declared).filter((name) => baseOf(declared[name] ?? '') === declared[name]);
  for (const row of rows) for (const name of neverNull) if (row[name] === null) return name;
  return null;
}
