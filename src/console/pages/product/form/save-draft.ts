import { Failure, isSignedOut } from '../../../api/failure.ts';
import { settled } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';
import { whoChanged } from '../../../catalogue/values/who-changed.ts';
import { t } from '../../../language/t.ts';
import { type DraftValue, faultsOf, keyOf, type Merge, mergeDraft, type Remark, toInput } from './draft.ts';
import { OWN_VALUES, SAVE_PRODUCT } from './form-documents.ts';

/** Maximum number of tries of a save when somebody else saves at the same time. */
const ATTEMPTS = 4;

/** Result of saving a draft. */
export interface SaveReport {
  readonly saved: readonly DraftValue[];
  /** Values that are stored as typed already. */
  readonly done: readonly DraftValue[];
  /** Reasons why the others were not saved. */
  readonly remarks: ReadonlyMap<string, Remark>;
  /** The request that stored the values; its changes can be reverted. */
  readonly requestId: string | null;
}

const distinct = (codes: readonly (string | null)[]) => [...new Set(codes.filter((code) => code !== null))];

/** Returns the values of the product itself at the addresses of a draft, as they are now. */
async function readOwnValues(id: string, draft: readonly DraftValue[]) {
  const filter = {
    attributes: distinct(draft.map(({ attribute }) => attribute)),
    channels: distinct(draft.map(({ channel }) => channel)),
    locales: distinct(draft.map(({ locale }) => locale)),
  };
  const { product } = await request(OWN_VALUES, { id, ...filter }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code === 'network' || isSignedOut(error)) throw error;
    // One of them may be deleted, which the API rejects; the other values are saved all the same.
    return request(OWN_VALUES, { id, attributes: null, channels: null, locales: null });
  });
  if (product === null)
    throw new Failure('not-found', t('The product was deleted. What you typed is kept in this browser.'));
  return product;
}

/**
 * Returns the reasons why values of a draft cannot be saved as they are: a dry run rejected them, or somebody else
 * changed them.
 */
export async function checkDraft(
  id: string,
  draft: readonly DraftValue[],
): Promise<ReadonlyMap<string, Remark>> {
  const product = await readOwnValues(id, draft);
  const { mine, met } = mergeDraft(draft, product.values);
  const remarks = new Map(await metRemarks(id, met));
  const ready = mine.filter(({ fault }) => fault === null);
  if (ready.length === 0) return remarks;
  const { updateProduct } = await request(SAVE_PRODUCT, {
    id,
    input: { values: toInput(ready) },
    dryRun: true,
  });
  const errors = 'errors' in updateProduct ? updateProduct.errors : [];
  for (const [key, remark] of faultsOf(ready, errors)) remarks.set(key, remark);
  return remarks;
}

async function metRemarks(id: string, met: Merge['met']): Promise<readonly [string, Remark][]> {
  if (met.length === 0) return [];
  const by = await whoChanged(id);
  return met.map(({ draft, theirs }) => [keyOf(draft), { met: { theirs, by: by(draft) } }]);
}

/**
 * Saves a draft as one version. Values that somebody else has changed meanwhile and rejected values stay in the draft,
 * with a remark; the others are saved.
 *
 * @throws Failure when nothing was saved for a reason that no value is at fault for
 */
export async function saveDraft(
  id: string,
  draft: readonly DraftValue[],
  comment: string,
): Promise<SaveReport> {
  const refused = new Map<string, Remark>(
    draft.flatMap((one) => (one.fault === null ? [] : [[keyOf(one), { reason: one.fault }] as const])),
  );
  for (let attempt = 1; ; attempt += 1) {
    const product = await readOwnValues(id, draft);
    const { mine, met, done } = mergeDraft(draft, product.values);
    const remarks = new Map<string, Remark>([...(await metRemarks(id, met)), ...refused]);
    const ready = mine.filter((one) => !remarks.has(keyOf(one)));
    if (ready.length === 0) return { saved: [], done, remarks, requestId: null };
    const { data, requestId } = await requestWithId(SAVE_PRODUCT, {
      id,
      input: { values: toInput(ready), ...(comment === '' ? {} : { comment }) },
      ifVersion: product.version,
      dryRun: false,
    });
    const { updateProduct } = data;
    if ('outcome' in updateProduct) return { saved: ready, done, remarks, requestId };
    const faults =
      'errors' in updateProduct ? faultsOf(ready, updateProduct.errors) : new Map<string, Remark>();
    for (const [key, remark] of faults) refused.set(key, remark);
    const isBehind = updateProduct.__typename === 'VersionMismatch';
    if (attempt === ATTEMPTS || (faults.size === 0 && !isBehind)) settled(updateProduct);
  }
}
