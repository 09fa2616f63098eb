import { foldKey } from '../../../kernel/codes.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import type { ColumnsOf } from '../../../kernel/statement.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import {
  PRODUCT_PROPERTIES,
  type ProductProperties,
  type ProductPropertyKey,
  resultColumns,
} from '../../property/index.ts';
import type { Slugs } from '../../slug/index.ts';
import type { Completeness, Values } from '../../values/index.ts';

/** A product as its row holds it; own values only. */
export interface ProductRow extends Omit<ProductProperties, 'parent'> {
  readonly id: string;
  readonly parentId: string | null;
  readonly rootId: string | null;
  /** 0 for simple products and root models. */
  readonly level: number;
  readonly values: Values;
  readonly axisKey: string | null;
  readonly completeness: readonly Completeness[];
  readonly completenessRevision: number;
  /** True when every own cell is of an attribute of its set, as of `completenessRevision`. */
  readonly valuesInSet: boolean;
  /** `channel/locale`, sorted: see `liveScopes`. Null until it is known, of products of an earlier release. */
  readonly live: readonly string[] | null;
  /** Slugs by `channel/locale`; null where no channel had slugs yet. */
  readonly slugs: Slugs | null;
  readonly version: number;
  readonly published: boolean;
}

/** A property as it is stored, with its key in the row. */
interface StoredProperty {
  readonly key: keyof ProductRow;
  readonly column: string;
  readonly type: string;
}

/** The key of a property in the row is the name of its column in camel case: `parentId`. */
const STORED_PROPERTIES: readonly StoredProperty[] = Object.values(PRODUCT_PROPERTIES).map(
  ({ column, type }) => ({ key: camelCase(column) as keyof ProductRow, column, type }),
);

const BLANK = Object.fromEntries(
  Object.values(PRODUCT_PROPERTIES).map(({ column, blank }) => [camelCase(column), blank]),
) as unknown as Omit<ProductProperties, 'parent'> & Pick<ProductRow, 'parentId'>;

/** Returns the row of a new product before anything is known of it. */
export function newProductRow(id: string, sku: string): ProductRow {
  return {
    ...BLANK,
    id,
    sku,
    rootId: null,
    level: 0,
    values: {},
    axisKey: null,
    completeness: [],
    completenessRevision: 0,
    valuesInSet: true,
    live: [],
    slugs: null,
    version: 0,
    published: false,
  };
}

/** The columns that a row is stored in, with their types. */
export const COLUMN_TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(STORED_PROPERTIES.map(({ column, type }) => [column, type])),
  id: 'uuid',
  sku_key: 'text',
  root_id: 'uuid',
  level: 'smallint',
  /** Keeps the order it is written in. */
  values: 'json',
  axis_key: 'text',
  completeness: 'jsonb',
  completeness_revision: 'integer',
  values_in_set: 'boolean',
  live_in: 'jsonb',
  slugs: 'jsonb',
  version: 'integer',
};

/** Returns the value of each column. */
export function toColumns(row: ProductRow): Readonly<Record<string, JsonValue>> {
  const columns: Record<string, JsonValue> = {
    id: row.id,
    sku_key: foldKey(row.sku),
    root_id: row.rootId,
    level: row.level,
    values: row.values as unknown as JsonValue,
    axis_key: row.axisKey,
    completeness: row.completeness as unknown as JsonValue,
    completeness_revision: row.completenessRevision,
    values_in_set: row.valuesInSet,
    live_in: row.live,
    slugs: row.slugs,
    version: row.version,
  };
  for (const { key, column } of STORED_PROPERTIES) columns[column] = row[key] as JsonValue;
  return columns;
}

/** SQL that selects each property under its key in the row. */
export const SELECTED_PROPERTIES = Object.fromEntries(
  Object.entries(PRODUCT_PROPERTIES).map(([property, { column, type }]) => [
    property,
    `${column}${type === 'uuid' ? '::text' : ''} AS "${camelCase(column)}"`,
  ]),
) as Readonly<Record<ProductPropertyKey, string>>;

/** The columns of a result with whole rows. */
export const PRODUCT_ROW: ColumnsOf<ProductRow> = {
  ...(resultColumns(PRODUCT_PROPERTIES) as ColumnsOf<Omit<ProductProperties, 'parent'>>),
  parentId: 'text | null',
  id: 'text',
  rootId: 'text | null',
  level: 'int',
  values: 'json',
  axisKey: 'text | null',
  completeness: 'json',
  completenessRevision: 'int',
  valuesInSet: 'boolean',
  live: 'json | null',
  slugs: 'json | null',
  version: 'int',
  published: 'boolean',
};
