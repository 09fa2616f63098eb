/**
 * A condition on search rows that can be evaluated without them. Terms are 64-bit numbers; numbers of rows are named by
 * their SQL, `row.n5`.
 */
export type RowPredicate =
  | { readonly kind: 'and' | 'or'; readonly of: readonly RowPredicate[] }
  | { readonly kind: 'not'; readonly of: RowPredicate }
  | { readonly kind: 'any-of' | 'all-of'; readonly terms: BigInt64Array }
  | {
      readonly kind: 'range';
      readonly number: string;
      readonly from: number | null;
      readonly to: number | null;
      readonly fromIncluded: boolean;
      readonly toIncluded: boolean;
    }
  | { readonly kind: 'one-of'; readonly number: string; readonly numbers: readonly number[] }
  /** A condition in SQL on `row`, and the values of its placeholders. */
  | { readonly kind: 'sql'; readonly text: string; readonly parameters: readonly unknown[] };

/** Two numbers of 32 bits, by their SQL, that are the same for all rows of one item. */
export type ItemNumbers = readonly [lower: string, upper: string];

/** Question about the rows that match a condition; where they have items, items are counted in place of rows. */
export type RowQuery = { readonly condition: RowPredicate; readonly items?: ItemNumbers | undefined } & (
  | { readonly kind: 'count' }
  /** Number of rows for each value: those with at least one of the terms from one offset to below the next. */
  | { readonly kind: 'values'; readonly terms: BigInt64Array; readonly offsets: Uint32Array }
  /** The smallest and the largest of some numbers. */
  | { readonly kind: 'bounds'; readonly numbers: readonly string[] }
  /** Number of rows with a number from one limit to below the next. */
  | { readonly kind: 'buckets'; readonly numbers: readonly string[]; readonly limits: readonly number[] }
);

/** A count, the counts of values or buckets, or the bounds (empty: no row has a number). */
export type RowQueryResult = readonly number[];

export interface RowQueryBatch {
  /** UUID. */
  readonly organizationId: string;
  /** Revision of the configuration that the questions were made by. */
  readonly revision: number;
  readonly questions: readonly RowQuery[];
}

/** Counts search rows of products without a statement over them. */
export interface RowCounter {
  /**
   * Counts rows; exact, in the order of the questions; null when a statement has to count.
   *
   * @param hasRows reports if the organization has more rows than a number: with few, statements are as fast
   */
  run(
    batch: RowQueryBatch,
    hasRows: (moreThan: number) => Promise<boolean>,
  ): Promise<readonly RowQueryResult[] | null>;
}
