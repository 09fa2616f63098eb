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
import { PREVIEW_EDIT } from './bulk-documents.ts';

/** One change of one product. */
export interface Sample {
  readonly sku: string;
  readonly label: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** The first changes of one value, or of one property. */
export interface SampledChange {
  /** `values.title`, `tags`. */
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly samples: readonly Sample[];
}

export interface EditPreview extends Pick<ChangeReport, 'changed' | 'unchanged' | 'failed' | 'refusals'> {
  readonly samples: readonly SampledChange[];
}

/** Samples of each change. */
const SAMPLES = 3;
/** The products that samples are looked for in where a job counts. */
const SAMPLED_PRODUCTS = 50;

/** What an edit would do: to all products, and to the first of them in detail. */
export async function previewEdit(
  target: Target,
  edit: Edit,
  page: { readonly channel: string; readonly locale: string },
  model: GridModel,
): Promise<EditPreview> {
  const isSmall = target.count <= MAXIMUM_AT_ONCE;
  const input = {
    filter: target.filter,
    first: isSmall ? MAXIMUM_AT_ONCE : SAMPLED_PRODUCTS,
    ...toInput(edit),
  };
  const [{ previewBulkEdit }, counted] = await Promise.all([
    request(PREVIEW_EDIT, { input, ...page }),
    isSmall ? null : changeProducts(target, edit, true),
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
  const byPlace = Map.groupBy(changes, ({ path, channel, locale }) => [path, channel, locale].join(' '));
  const samples = [...byPlace.values()].flatMap((list): SampledChange[] => {
    const [first] = list;
    if (first === undefined) return [];
    const { path, channel, locale } = first;
    return [{ path, channel, locale, samples: list.slice(0, SAMPLES) }];
  });
  const counts = counted ?? { changed: updated, unchanged, failed, refusals };
  const { changed } = counts;
  return { changed, unchanged: counts.unchanged, failed: counts.failed, refusals: counts.refusals, samples };
}

/** A message with the label of its attribute: `'price' is above …` → `“List price” is above …`. */
function withLabel(message: string, attribute: string, { attributes }: GridModel): string {
  const label = attributes.find(({ code }) => code === attribute)?.label;
  return label === undefined ? message : message.replaceAll(`'${attribute}'`, `“${label}”`);
}
