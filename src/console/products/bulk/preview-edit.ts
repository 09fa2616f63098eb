import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import type { GridModel } from '../grid/columns/column-documents.ts';
import {
  type ChangeReport,
  changeProducts,
  type Edit,
  MAXIMUM_AT_ONCE,
  type Refusal,
  type Target,
  toInput,
} from '../selection/change-products.ts';
import { PREVIEW_EDIT, PREVIEW_SET, SET_ATTRIBUTES } from './preview-documents.ts';

/** One change of one product. */
export interface ListedChange {
  readonly sku: string;
  readonly label: string;
  /** `values.title`, `tags`. */
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly old: unknown;
  readonly new: unknown;
}

/** How many products lack an attribute, or have it besides their set. */
export interface AttributeCount {
  readonly code: string;
  readonly count: number;
}

/** What another attribute set does to products, beside their changes. */
export interface SetEffect {
  /** How many products it was looked at. */
  readonly checked: number;
  /** Required attributes without a value, in the channel and locale of the page. */
  readonly missing: readonly AttributeCount[];
  /** Attributes with values that the set does not have. */
  readonly outside: readonly AttributeCount[];
}

export interface EditPreview extends Pick<ChangeReport, 'changed' | 'unchanged' | 'failed' | 'refusals'> {
  /** Of all products, or of the first ones where a job counts. */
  readonly changes: readonly ListedChange[];
  /** Null where the set stays. */
  readonly set: SetEffect | null;
}

type Page = { readonly channel: string; readonly locale: string };

/** What an edit would do: to all products, and to the first of them in detail. */
export async function previewEdit(
  target: Target,
  edit: Edit,
  page: Page,
  model: GridModel,
): Promise<EditPreview> {
  const isSmall = target.count <= MAXIMUM_AT_ONCE;
  const input = { filter: target.filter, first: MAXIMUM_AT_ONCE, ...toInput(edit) };
  const [{ previewBulkEdit }, counted, set] = await Promise.all([
    request(PREVIEW_EDIT, { input, ...page }),
    isSmall ? null : changeProducts(target, edit, true),
    typeof edit.attributeSet === 'string' ? previewSet(target, edit.attributeSet, page) : null,
  ]);
  const { updated, unchanged, failed, results } = settled(previewBulkEdit);
  const refusals = results.flatMap(({ sku, product, problem }): Refusal[] => {
    if (problem === null) return [];
    const [error] = problem.errors;
    const reason =
      error === undefined ? problem.detail : withLabel(error.message, error.attribute ?? '', model);
    return [{ sku, label: product?.label ?? sku, code: problem.code, reason, gaps: null }];
  });
  const changes = results.flatMap(({ sku, product, changes: of }) =>
    of.map((change) => ({ ...change, sku, label: product?.label ?? sku })),
  );
  const counts = counted ?? { changed: updated, unchanged, failed, refusals };
  const { changed } = counts;
  return {
    changed,
    unchanged: counts.unchanged,
    failed: counts.failed,
    refusals: counts.refusals,
    changes,
    set,
  };
}

/** The most products that a set is tried with. */
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

/** How many lists have each code, the most frequent first. */
function counted(lists: readonly (readonly string[])[]): readonly AttributeCount[] {
  const byCode = Map.groupBy(
    lists.flatMap((codes) => [...new Set(codes)]),
    (code) => code,
  );
  return [...byCode]
    .map(([code, { length }]) => ({ code, count: length }))
    .toSorted((one, other) => other.count - one.count);
}

/** A message with the label of its attribute: `'price' is above …` → `“List price” is above …`. */
function withLabel(message: string, attribute: string, { attributes }: GridModel): string {
  const label = attributes.find(({ code }) => code === attribute)?.label;
  return label === undefined ? message : message.replaceAll(`'${attribute}'`, `“${label}”`);
}
