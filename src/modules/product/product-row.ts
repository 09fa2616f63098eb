import type { JsonValue } from '../../kernel/json.ts';
import type { Completeness, Values } from '../values/index.ts';
import type { ExternalRef } from './links/external-refs.ts';
import type { ProductStatus, ProductType } from './product-state.ts';

/** A product as its row holds it; own values only. */
export interface ProductRow {
  readonly id: string;
  readonly sku: string;
  readonly type: ProductType;
  readonly attributeSet: string | null;
  readonly variantLayout: string | null;
  readonly parentId: string | null;
  readonly rootId: string | null;
  /** 0 for simple products and root models. */
  readonly level: number;
  readonly status: ProductStatus;
  /** Own list of channels; null inherits and at the root means every channel. */
  readonly channels: readonly string[] | null;
  /** Own categories, sorted. */
  readonly categories: readonly string[];
  readonly values: Values;
  /** Own, by system; never inherited. */
  readonly externalRefs: readonly ExternalRef[];
  readonly axisKey: string | null;
  readonly completeness: readonly Completeness[];
  readonly completenessRevision: number;
  /** True when every own cell is of an attribute of its set, as of `completenessRevision`. */
  readonly valuesInSet: boolean;
  readonly version: number;
  readonly published: boolean;
}

/** The row of a new product before anything is known of it. */
export function blankRow(id: string, sku: string): ProductRow {
  return {
    id,
    sku,
    type: 'simple',
    attributeSet: null,
    variantLayout: null,
    parentId: null,
    rootId: null,
    level: 0,
    status: 'draft',
    channels: null,
    categories: [],
    values: {},
    externalRefs: [],
    axisKey: null,
    completeness: [],
    completenessRevision: 0,
    valuesInSet: true,
    version: 0,
    published: false,
  };
}

/** The columns that a row is stored in, with their types. */
export const COLUMN_TYPES = {
  id: 'uuid',
  sku: 'text',
  sku_key: 'text',
  type: 'text',
  attribute_set: 'text',
  variant_layout: 'text',
  parent_id: 'uuid',
  root_id: 'uuid',
  level: 'smallint',
  status: 'text',
  channels: 'jsonb',
  categories: 'text[]',
  /** Keeps the order it is written in. */
  values: 'json',
  external_refs: 'jsonb',
  axis_key: 'text',
  completeness: 'jsonb',
  completeness_revision: 'integer',
  values_in_set: 'boolean',
  version: 'integer',
} as const;

/** Those in which products that are written together often do not differ: simple ones, those of one set. */
export const OFTEN_ALIKE = [
  [
    ...(['type', 'variant_layout', 'parent_id', 'root_id', 'level', 'channels', 'external_refs'] as const),
    ...(['axis_key', 'completeness_revision', 'values_in_set', 'version'] as const),
  ],
  ['attribute_set', 'status', 'categories', 'completeness'],
] as const;

/** What stands in each. */
export function toColumns(row: ProductRow): { readonly [Column in keyof typeof COLUMN_TYPES]: JsonValue } {
  return {
    id: row.id,
    sku: row.sku,
    sku_key: row.sku.toLowerCase(),
    type: row.type,
    attribute_set: row.attributeSet,
    variant_layout: row.variantLayout,
    parent_id: row.parentId,
    root_id: row.rootId,
    level: row.level,
    status: row.status,
    channels: row.channels,
    categories: row.categories,
    values: row.values as unknown as JsonValue,
    external_refs: row.externalRefs,
    axis_key: row.axisKey,
    completeness: row.completeness as unknown as JsonValue,
    completeness_revision: row.completenessRevision,
    values_in_set: row.valuesInSet,
    version: row.version,
  };
}
