import { ApiError } from '../../../api/api-error.ts';
import { unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { loadLastAuthors } from '../../../catalogue/values/last-author.ts';
import { distinctCodes, readWithFallback } from '../../../catalogue/values/value-filter.ts';
import { t } from '../../../i18n/translate.ts';
import {
  type DraftMerge,
  type DraftValue,
  mergeDraft,
  toValueInput,
  toValueIssues,
  type ValueIssue,
  valueKey,
} from './draft.ts';
import { OWN_VALUES, SAVE_PRODUCT } from './form-documents.ts';

/** Maximum number of tries of a save when somebody else saves at the same time. */
const MAX_ATTEMPTS = 4;

/** Result of saving a draft. */
export interface SaveDraftResult {
  readonly saved: readonly DraftValue[];
  /** Values that are stored as typed already. */
  readonly done: readonly DraftValue[];
  /** Reasons why the others were not saved. */
  readonly remarks: ReadonlyMap<string, ValueIssue>;
  /** The request that stored the values; its changes can be reverted. */
  readonly requestId: string | null;
}

/** Returns the values of the product itself at the addresses of a draft, as they are now. */
async function loadProductValues(id: string, draft: readonly DraftValue[]) {
  const filter = {
    attributes: distinctCodes(draft.map(({ attribute }) => attribute)),
    channels: distinctCodes(draft.map(({ channel }) => channel)),
    locales: distinctCodes(draft.map(({ locale }) => locale)),
  };
  const { product } = await readWithFallback(filter, (names) => request(OWN_VALUES, { id, ...names }));
  if (product === null)
    throw new ApiError('not-found', t('The product was deleted. What you typed is kept in this browser.'));
  return product;
}

/**
 * Returns the reasons why values of a draft cannot be saved as they are: a dry run rejected them, or somebody else
 * changed them.
 */
export async function checkDraft(
  id: string,
  draft: readonly DraftValue[],
): Promise<ReadonlyMap<string, ValueIssue>> {
  const product = await loadProductValues(id, draft);
  const { mine, met } = mergeDraft(draft, product.values);
  const remarks = new Map(await toConflictIssues(id, met));
  const ready = mine.filter(({ fault }) => fault === null);
  if (ready.length === 0) return remarks;
  const { updateProduct } = await request(SAVE_PRODUCT, {
    id,
    input: { values: toValueInput(ready) },
    dryRun: true,
  });
  const errors = 'errors' in updateProduct ? updateProduct.errors : [];
  for (const [key, remark] of toValueIssues(ready, errors)) remarks.set(key, remark);
  return remarks;
}

async function toConflictIssues(
  id: string,
  conflicts: DraftMerge['met'],
): Promise<readonly [string, ValueIssue][]> {
  if (conflicts.length === 0) return [];
  const by = await loadLastAuthors(id);
  return conflicts.map(({ draft, theirs }) => [valueKey(draft), { met: { theirs, by: by(draft) } }]);
}

/**
 * Saves a draft as one version. Values that somebody else has changed meanwhile and rejected values stay in the draft,
 * with a remark; the others are saved.
 *
 * @throws ApiError when nothing was saved for a reason that no value is at fault for
 */
export async function saveDraft(
  id: string,
  draft: readonly DraftValue[],
  comment: string,
): Promise<SaveDraftResult> {
  const rejectedValues = new Map<string, ValueIssue>(
    draft.flatMap((one) => (one.fault === null ? [] : [[valueKey(one), { reason: one.fault }] as const])),
  );
  for (let attempt = 1; ; attempt += 1) {
    const product = await loadProductValues(id, draft);
    const { mine, met, done } = mergeDraft(draft, product.values);
    const remarks = new Map<string, ValueIssue>([...(await toConflictIssues(id, met)), ...rejectedValues]);
    const ready = mine.filter((one) => !remarks.has(valueKey(one)));
    if (ready.length === 0) return { saved: [], done, remarks, requestId: null };
    const { data, requestId } = await requestWithId(SAVE_PRODUCT, {
      id,
      input: { values: toValueInput(ready), ...(comment === '' ? {} : { comment }) },
      ifVersion: product.version,
      dryRun: false,
    });
    const { updateProduct } = data;
    if ('outcome' in updateProduct) return { saved: ready, done, remarks, requestId };
    const faults =
      'errors' in updateProduct ? toValueIssues(ready, updateProduct.errors) : new Map<string, ValueIssue>();
    for (const [key, remark] of faults) rejectedValues.set(key, remark);
    const isBehind = updateProduct.__typename === 'VersionMismatch';
    if (attempt === MAX_ATTEMPTS || (faults.size === 0 && !isBehind)) unwrapPayload(updateProduct);
  }
}
