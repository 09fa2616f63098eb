import { everyPage } from '../../../api/every-page.ts';
import { reasonOf, settled } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import {
  type ChangeReport,
  changeProducts,
  type Edit,
  MAXIMUM_AT_ONCE,
  type Refusal,
  type Target,
  toInput,
} from '../../../catalogue/actions/change-products.ts';
import { plainLabel } from '../../../ui/labels/plain-label.ts';
import { type BelowEffect, previewBelow } from './preview-below.ts';
import { PREVIEW_EDIT, PREVIEW_SET, PRODUCTS_BEFORE, SET_ATTRIBUTES } from './preview-documents.ts';
import { countReasons, type UnchangedCount } from './unchanged.ts';

/** One change of one product. */
export interface ListedChange {
  readonly sku: string;
  readonly label: string;
  /** Path of the change: `values.title`, `tags`. */
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly old: unknown;
  /** The value of the model above that the new one takes the place of; undefined for none. */
  readonly inherited: unknown;
  readonly new: unknown;
}

/** Number of products that lack an attribute, or have it besides their set. */
export interface AttributeCount {
  readonly code: string;
  readonly count: number;
}

/** Effect of another attribute set on products, beside their changes. */
export interface SetEffect {
  /** Number of products that were checked. */
  readonly checked: number;
  /** Required attributes without a value, in the channel and locale of the page. */
  readonly missing: readonly AttributeCount[];
  /** Attributes with values that the set does not have. */
  readonly outside: readonly AttributeCount[];
}

export interface EditPreview extends Pick<ChangeReport, 'changed' | 'unchanged' | 'failed' | 'refusals'> {
  /** Changes of all products, or of the first ones where a job counts. */
  readonly changes: readonly ListedChange[];
  /** Reasons why products stay as they are; of the first ones where a job counts. */
  readonly unchangedBecause: readonly UnchangedCount[];
  /** Number of the listed products that get a value of their own in place of an inherited one. */
  readonly overriding: number;
  /** It is null where the set stays. */
  readonly set: SetEffect | null;
  /** Effect on the variants that are not written; null where that is unknown for some of them. */
  readonly below: BelowEffect | null;
}

type Page = { readonly channel: string; readonly locale: string };

/**
 * Returns the effect of an edit: on all products, and on the first of them in detail.
 *
 * @param below the variants that stand below the products, and are not written; null for none
 */
export async function previewEdit(
  target: Target,
  edit: Edit,
  page: Page,
  below: Target | null,
): Promise<EditPreview> {
  const isSmall = target.count <= MAXIMUM_AT_ONCE;
  const input = { filter: target.filter, first: MAXIMUM_AT_ONCE, ...toInput(edit) };
  const adjusted = (edit.adjust ?? []).map(({ attribute }) => attribute);
  const attributes = [...adjusted, ...(edit.values ?? []).map(({ attribute }) => attribute)];
  const [{ previewBulkEdit }, before, counted, set, belowOf] = await Promise.all([
    request(PREVIEW_EDIT, { input, adjusted, ...page }),
    loadBefore(target, attributes, page),
    isSmall ? null : changeProducts(target, edit, true),
    typeof edit.attributeSet === 'string' ? previewSet(target, edit.attributeSet, page) : null,
    isSmall && below !== null ? previewBelow(below, edit) : null,
  ]);
  const { updated, unchanged, failed, results } = settled(previewBulkEdit);
  // Returns the present label of a product: the edit may change it.
  const labelOf = (sku: string) => before.get(sku)?.label ?? sku;
  const refusals = results.flatMap(({ sku, problem }): Refusal[] =>
    problem === null
      ? []
      : [{ sku, label: labelOf(sku), code: problem.code, reason: reasonOf(problem), gaps: null }],
  );
  const changes = results.flatMap(({ sku, changes: of }) =>
    of.map((change) => ({
      ...change,
      sku,
      label: labelOf(sku),
      inherited: before.get(sku)?.inherited(change),
    })),
  );
  const overriding = new Set(
    changes.filter(({ inherited }) => inherited !== undefined).map(({ sku }) => sku),
  );
  const counts = counted ?? { changed: updated, unchanged, failed, refusals };
  return {
    changed: counts.changed,
    unchanged: counts.unchanged,
    failed: counts.failed,
    refusals: counts.refusals.map((refusal) => ({ ...refusal, label: labelOf(refusal.sku) })),
    changes,
    unchangedBecause: countReasons(
      edit,
      results.flatMap(({ outcome, product }) =>
        outcome === 'UNCHANGED' && product !== null ? [product.values] : [],
      ),
    ),
    overriding: overriding.size,
    set,
    below: belowOf?.(new Set(changes.map(({ sku }) => sku))) ?? null,
  };
}

/**
 * Returns the first products as they are now, by SKU: what they are called, and what a changed value is inherited as.
 */
async function loadBefore({ filter }: Target, attributes: readonly string[], page: Page) {
  const load = async (after: string | null) =>
    (await request(PRODUCTS_BEFORE, { after, filter, attributes: [...attributes], ...page })).products;
  const products = await everyPage(load, MAXIMUM_AT_ONCE / 100);
  return new Map(
    products.map(({ sku, label, values }) => {
      const inherited = ({
        path,
        channel,
        locale,
      }: Pick<ListedChange, 'path' | 'channel' | 'locale'>): unknown =>
        values.find(
          (value) =>
            value.source === 'INHERITED' &&
            path === `values.${value.attribute.code}` &&
            value.channel === channel &&
            value.locale === locale,
        )?.json;
      return [sku, { label: plainLabel(label), inherited }];
    }),
  );
}

/** Maximum number of products that a set is tried with. */
export const TRIED_WITH_SET = 100;

async function previewSet({ filter }: Target, attributeSet: string, page: Page): Promise<SetEffect> {
  const input = { filter, first: TRIED_WITH_SET, patch: { attributeSet } };
  const [{ previewBulkEdit }, { attributeSet: found }] = await Promise.all([
    request(PREVIEW_SET, { input, ...page }),
    request(SET_ATTRIBUTES, { code: attributeSet }),
  ]);
  const members = new Set(found?.attributes.map(({ attribute }) => attribute.code));
  const products = settled(previewBulkEdit).results.flatMap(({ outcome, product }) =>
    outcome === 'UPDATED' && product !== null ? [product] : [],
  );
  return {
    checked: products.length,
    missing: counted(products.map(({ completeness }) => completeness.flatMap(({ missing }) => missing))),
    outside: counted(
      products.map(({ values }) =>
        values
          .filter(({ attribute, source }) => source === 'OWN' && !members.has(attribute.code))
          .map(({ attribute }) => attribute.code),
      ),
    ),
  };
}

/** Counts how many lists have each code; the most frequent comes first. */
function counted(lists: readonly (readonly string[])[]): readonly AttributeCount[] {
  const byCode = Map.groupBy(
    lists.flatMap((codes) => [...new Set(codes)]),
    (code) => code,
  );
  return [...byCode]
    .map(([code, { length }]) => ({ code, count: length }))
    .toSorted((one, other) => other.count - one.count);
}
