import type { JsonValue } from './json.ts';

/**
 * JavaScript types of the values of a column, by the name of its type in PostgreSQL or the one that stands for
 * several.
 */
interface ColumnValues {
  /** text, varchar, uuid */
  text: string;
  /** smallint, integer */
  int: number;
  /** real, double precision */
  float: number;
  /** Text: JavaScript has no exact number for it. */
  bigint: string;
  boolean: boolean;
  /** json, jsonb */
  json: JsonValue;
  timestamp: Date;
  'text[]': readonly string[];
}

type ColumnType = keyof ColumnValues;
/** The type of a column of a result, and whether it can be null. */
export type Column = ColumnType | `${ColumnType} | null`;
/** The columns of a result by name. */
export type Columns = Readonly<Record<string, Column>>;

type ValueOf<Type extends Column> = Type extends `${infer Base extends ColumnType} | null`
  ? ColumnValues[Base] | null
  : ColumnValues[Type & ColumnType];

/** The row that has some columns. */
export type RowOf<Row extends Columns> = { readonly [Name in keyof Row]: ValueOf<Row[Name]> };

type TypeFor<Value> =
  | 'json'
  | { [Type in ColumnType]: [Value] extends [ColumnValues[Type]] ? Type : never }[ColumnType];
/** The columns that a row has whose type is declared elsewhere. What a `json` column holds is not checked further. */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row]-?:
    | TypeFor<NonNullable<Row[Name]>>
    | (null extends Row[Name] ? `${TypeFor<NonNullable<Row[Name]>>} | null` : never);
};

/** Carries the type of the rows; no value has it. */
declare const ROW: unique symbol;

/** One statement, defined with `defineStatement`. */
export interface Statement<Row> {
  /** Tags it in logs, traces and recorded queries: `<module>.<what>`. */
  readonly name: string;
  readonly sql: string;
  /** A `read` changes nothing that outlives its transaction; it may lock. */
  readonly kind: 'read' | 'write';
  /** Null when nothing reads its rows. */
  readonly columns: Columns | null;
  /**
   * The server keeps the statement parsed and, where that does no harm, its plan. For statements that run often, whose
   * text is one of few and whose best plan does not depend on the parameters.
   */
  readonly prepared: boolean;
  /** True if columns can be missing, because only requested ones are selected. */
  readonly partial: boolean;
  readonly [ROW]?: Row;
}
