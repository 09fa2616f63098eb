import { problemMessage, unwrapPayload } from '../../api/problem.ts';
import { request, requestWithId } from '../../api/request.ts';
import { withLabels } from '../../i18n/labels.ts';
import type { Job } from '../jobs/job-documents.ts';
import { type ChangeSelection, finishedJob } from '../undo/undo-changes.ts';
import {
  type Adjustment,
  BULK_EDIT_ERRORS,
  BULK_EDIT_PRODUCTS,
  type ProductFilter,
  type ProductPatch,
  UPDATE_PRODUCTS,
} from './action-documents.ts';
import type { MissingInScope } from './missing-columns.ts';

/** The products that are changed together. */
export interface ProductSelection {
  readonly filter: ProductFilter;
  /** Number of products; the API rejects the change if it finds another number. */
  readonly count: number;
}

/** Values that are written to each product, and adjustments of its present values. */
export type ProductEdit = ProductPatch & { readonly adjust?: readonly Adjustment[] };

/** Edit of each product; null deletes it. */
export type BulkChange = ProductEdit | null;

/** A product that cannot be changed, and why. */
export interface Rejection {
  readonly sku: string;
  /** Label of the product; null where that is requested later. */
  readonly label: string | null;
  readonly code: string;
  readonly reason: string;
  /** Reasons why the product cannot be published; null if they are requested later. */
  readonly gaps: readonly MissingInScope[] | null;
}

export interface ChangedProduct {
  readonly id: string;
  readonly parentId: string | null;
}

/** Result of a change, or of its dry run, for the products. */
export interface ChangeResult {
  /** Number of products that were changed or deleted. */
  readonly changed: number;
  readonly unchanged: number;
  readonly failed: number;
  /** The first products that could not be changed. */
  readonly refusals: readonly Rejection[];
  /** The changed products; null where a job has changed them. */
  readonly products: readonly ChangedProduct[] | null;
  /** Selection that undoes the change; null if nothing was stored. */
  readonly undo: ChangeSelection | null;
}

/** Maximum number of products that are changed in one request; more are a job. */
export const MAX_BATCH_SIZE = 500;

type OnProgress = (done: number) => void;

/** Changes products, up to {@link MAX_BATCH_SIZE} in one transaction, more by a job. */
export async function changeProducts(
  { filter, count }: ProductSelection,
  change: BulkChange,
  dryRun: boolean,
  onProgress: OnProgress = () => undefined,
): Promise<ChangeResult> {
  // Adjustments that arrive twice would change twice: a job is started once by its key.
  if (change === null || count > MAX_BATCH_SIZE || change.adjust !== undefined) {
    const what = change === null ? { delete: true, force: true } : toBulkEditInput(change);
    const input = { filter, expectedCount: count, dryRun, ...what };
    const inputKey = JSON.stringify(input);
    const key = pendingIdempotencyKeys.get(inputKey) ?? newKey();
    pendingIdempotencyKeys.set(inputKey, key);
    const { bulkEditProducts } = await request(BULK_EDIT_PRODUCTS, { input, key });
    pendingIdempotencyKeys.delete(inputKey);
    const { job } = unwrapPayload(bulkEditProducts);
    return toJobResult(await finishedJob(job?.id ?? '', onProgress));
  }
  const variables = { filter, count, patch: change, dryRun };
  const { data, requestId } = await requestWithId(UPDATE_PRODUCTS, variables);
  const { updated, unchanged, results } = unwrapPayload(data.upsertProducts);
  const rejections = results.flatMap(({ sku, problem }): Rejection[] =>
    problem === null
      ? []
      : [
          {
            sku,
            label: null,
            code: problem.code,
            reason: problemMessage(problem),
            gaps: 'missing' in problem ? toGaps(problem.missing) : null,
          },
        ],
  );
  return {
    changed: updated,
    unchanged,
    failed: rejections.length,
    refusals: rejections,
    products: results.flatMap(({ outcome, product }) =>
      outcome === 'UPDATED' && product !== null
        ? [{ id: product.id, parentId: product.parent?.id ?? null }]
        : [],
    ),
    undo: dryRun || updated === 0 || requestId === null ? null : { requestId },
  };
}

/** Keys of requests whose response got lost: sending the same again returns the job that may have begun. */
const pendingIdempotencyKeys = new Map<string, string>();

/** Returns an idempotency key. `crypto.randomUUID` exists only where pages come by HTTPS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Returns the parts of an edit as the API takes them. */
export const toBulkEditInput = ({ adjust, ...patch }: ProductEdit) => ({
  ...(Object.keys(patch).length === 0 ? {} : { patch }),
  ...(adjust === undefined ? {} : { adjust: [...adjust] }),
});

async function toJobResult({ id, dryRun, progress }: Job): Promise<ChangeResult> {
  const { updated, deleted, unchanged, failed } = progress;
  const errors = failed === 0 ? [] : ((await request(BULK_EDIT_ERRORS, { id })).job?.errors.nodes ?? []);
  const first = Map.groupBy(errors, ({ ref }) => ref ?? '');
  return {
    changed: updated + deleted,
    unchanged,
    failed,
    refusals: [...first].map(([sku, [error]]) => ({
      sku,
      label: null,
      code: error?.code ?? '',
      reason: error === undefined ? '' : withLabels(error),
      gaps: null,
    })),
    products: null,
    undo: dryRun || updated + deleted === 0 ? null : { jobId: id },
  };
}

/** Reads gaps from `[{ channel, locale, missing }]`, as the API returns them. */
const toGaps = (missing: unknown): readonly MissingInScope[] =>
  (Array.isArray(missing) ? missing : []).map(
    ({ channel, locale, missing: codes }: { channel: string; locale: string; missing: string[] }) => ({
      channel: { code: channel },
      locale: { code: locale },
      missing: codes,
    }),
  );

/** Returns rejections by their reason, the most frequent first; the SKU is left out of the reason. */
export const groupByReason = (
  rejections: readonly Rejection[],
): readonly (readonly [string, readonly Rejection[]])[] =>
  [...Map.groupBy(rejections, ({ sku, reason }) => withoutSku(reason, sku))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );

/** Returns the names of rejected products {@link groupByReason}. */
export const rejectedNamesByReason = (
  rejections: readonly Rejection[],
): readonly { readonly reason: string; readonly names: readonly string[] }[] =>
  groupByReason(rejections).map(([reason, list]) => ({
    reason,
    names: list.map(({ label, sku }) => (label === null || label === sku ? sku : `${label} (${sku})`)),
  }));

/**
 * Removes the SKU: `'A-1' is not complete for print` → `Not complete for print`, and `„A-1“: Nicht vollständig …`.
 */
function withoutSku(reason: string, sku: string): string {
  const starts = [`'${sku}' is `, `'${sku}' `, `„${sku}“: `, `«\u202f${sku}\u202f»\u202f: `];
  const start = starts.find((text) => reason.startsWith(text)) ?? '';
  const rest = reason.slice(start.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}
