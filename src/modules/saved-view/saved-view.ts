import type { JsonObject } from '../../kernel/json.ts';
import type { SortInput } from '../search/index.ts';

/** Kinds of objects of a view. */
export const VIEW_RESOURCES = ['products'] as const;
export type ViewResource = (typeof VIEW_RESOURCES)[number];

/** A column of a view: a property or the values of an attribute. */
export interface ViewColumn {
  /** `status`, `completeness` … */
  readonly property?: string | null | undefined;
  /** Code. */
  readonly attribute?: string | null | undefined;
  /** Instead of the channel and the locale in which the view is looked at. */
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  /** Currency; for prices only. */
  readonly currency?: string | null | undefined;
  /** Width in CSS pixels. */
  readonly width?: number | null | undefined;
  /** True if it stays at the start when the others are scrolled. */
  readonly pinned?: boolean | null | undefined;
}

/** Content of a view. */
export interface ViewContent {
  /** Filter in the JSON grammar of searches. */
  readonly filter: JsonObject;
  readonly sort: readonly SortInput[];
  readonly columns: readonly ViewColumn[];
}

/** A view as its operations see it. */
export interface SavedView extends ViewContent {
  readonly id: string;
  /** UUID of the person who made it; null where that is no person. */
  readonly ownerId: string | null;
  readonly name: string;
  readonly resource: ViewResource;
  readonly shared: boolean;
  readonly version: number;
}
