import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { problemMessage, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import {
  type ChangeResult,
  changeProducts,
  MAX_BATCH_SIZE,
  type ProductEdit,
  type ProductSelection,
  type Rejection,
  toBulkEditInput,
} from '../../../catalogue/actions/change-products.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { CURRENT_PRODUCTS, PREVIEW_EDIT, PREVIEW_SET, SET_ATTRIBUTES } from './preview-documents.ts';
import { previewVariants, type VariantEffect } from './preview-variants.ts';
import { countUnchangedReasons, type UnchangedCount } from './unchanged-reasons.ts';

/** One change of one product. */
export interface PreviewedChange {
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
export interface AttributeSetEffect {
  /** Number of products that were checked. */
  readonly checked: number;
  /** Required attributes without a value, in the channel and locale of the page. */
  readonly missing: readonly AttributeCount[];
  /** Attributes with values that the set does not have. */
  readonly outside: readonly AttributeCount[];
}

export interface EditPreview extends Pick<ChangeResult, 'changed' | 'unchanged' | 'failed' | 'refusals'> {
  /** Changes of all products, or of the first ones where a job counts. */
  readonly changes: readonly PreviewedChange[];
  /** Reasons why products stay as they are; of the first ones where a job counts. */
  readonly unchangedBecause: readonly UnchangedCount[];
  /** Number of the listed products that get a value of their own in place of an inherited one. */
  readonly overriding: number;
  /** It is null where the set stays. */
  readonly set: AttributeSetEffect | null;
  /** Effect on the variants that are not written; null where that is unknown for some of them. */
  readonly below: VariantEffect | null;
}

type Page = { readonly channel: string; readonly locale: string };

/**
 * Returns the effect of an edit: on all products, and on the first of them in detail.
 *
 * @param below the variants that stand below the products, and are not written; null for none
 */
export async function previewEdit(
  target: ProductSelection,
  edit: ProductEdit,
  page: Page,
  below: ProductSelection | null,
): Promise<EditPreview> {
  const isSmall = target.count <= MAX_BATCH_SIZE;
  const input = { filter: target.filter, first: MAX_BATCH_SIZE, ...toBulkEditInput(edit) };
  const adjusted = (edit.adjust ?? []).map(({ attribute }) => attribute);
  const attributes = [...adjusted, ...(edit.values ?? []).map(({ attribute }) => attribute)];
  const [{ previewBulkEdit }, before, counted, set, belowOf] = await Promise.all([
    request(PREVIEW_EDIT, { input, adjusted, ...page }),
    loadCurrentProducts(target, attributes, page),
    isSmall ? null : changeProducts(target, edit, true),
    typeof edit.attributeSet === 'string' ? previewAttributeSet(target, edit.attributeSet, page) : null,
    isSmall && below !== null ? previewVariants(below, edit) : null,
  ]);
  const { updated, unchanged, failed, results } = unwrapPayload(previewBulkEdit);
  // Returns the present label of a product: the edit may change it.
  const labelOf = (sku: string) => before.get(sku)?.label ?? sku;
  const rejections = results.flatMap(({ sku, problem }): Rejection[] =>
    problem === null
      ? []
      : [{ sku, label: labelOf(sku), code: problem.code, reason: problemMessage(problem), gaps: null }],
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
  const counts = counted ?? { changed: updated, unchanged, failed, refusals: rejections };
  return {
    changed: counts.changed,
    unchanged: counts.unchanged,
    failed: counts.failed,
    refusals: counts.refusals.map((rejection) => ({ ...rejection, label: labelOf(rejection.sku) })),
    changes,
    unchangedBecause: countUnchangedReasons(
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
async function loadCurrentProducts({ filter }: ProductSelection, attributes: readonly string[], page: Page) {
  const load = async (after: string | null) =>
    (await request(CURRENT_PRODUCTS, { after, filter, attributes: [...attributes], ...page })).products;
  const products = await fetchAllPages(load, MAX_BATCH_SIZE / 100);
  return new Map(
    products.map(({ sku, label, values }) => {
      const inherited = ({
        path,
        channel,
        locale,
      }: Pick<PreviewedChange, 'path' | 'channel' | 'locale'>): unknown =>
        values.find(
          (value) =>
            value.source === 'INHERITED' &&
            path === `values.${value.attribute.code}` &&
            value.channel === channel &&
            value.locale === locale,
        )?.json;
      return [sku, { label: stripBrackets(label), inherited }];
    }),
  );
}

/** Maximum number of products that a set is tried with. */
export const SET_PREVIEW_LIMIT = 100;

async function previewAttributeSet(
  { filter }: ProductSelection,
  attributeSet: string,
  page: Page,
): Promise<AttributeSetEffect> {
  const input = { filter, first: SET_PREVIEW_LIMIT, patch: { attributeSet } };
  const [{ previewBulkEdit }, { attributeSet: targetSet }] = await Promise.all([
    request(PREVIEW_SET, { input, ...page }),
    request(SET_ATTRIBUTES, { code: attributeSet }),
  ]);
  const members = new Set(targetSet?.attributes.map(({ attribute }) => attribute.code));
  const products = unwrapPayload(previewBulkEdit).results.flatMap(({ outcome, product }) =>
    outcome === 'UPDATED' && product !== null ? [product] : [],
  );
  return {
    checked: products.length,
    missing: countByCode(products.map(({ completeness }) => completeness.flatMap(({ missing }) => missing))),
    outside: countByCode(
      products.map(({ values }) =>
        values
          .filter(({ attribute, source }) => source === 'OWN' && !members.has(attribute.code))
          .map(({ attribute }) => attribute.code),
      ),
    ),
  };
}

/** Counts how many lists have each code; the most frequent comes first. */
function countByCode(lists: readonly (readonly string[])[]): readonly AttributeCount[] {
  const byCode = Map.groupBy(
    lists.flatMap((codes) => [...new Set(codes)]),
    (code) => code,
  );
  return [...byCode]
    .map(([code, { length }]) => ({ code, count: length }))
    .toSorted((one, other) => other.count - one.count);
}
