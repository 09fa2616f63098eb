import { ApiError } from '../../api/api-error.ts';
import { unwrapPayload } from '../../api/problem.ts';
import { distinctCodes, readWithFallback } from '../values/value-filter.ts';
import {
  type DraftMerge,
  type DraftValue,
  mergeDraft,
  toValueInput,
  toValueIssues,
  type ValueIssue,
  valueKey,
} from './draft.ts';
import type { FormSource } from './form-source.ts';

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

/** Returns the own values of the object at the addresses of a draft, as they are now. */
async function loadValues(source: FormSource, id: string, draft: readonly DraftValue[]) {
  const filter = {
    attributes: distinctCodes(draft.map(({ attribute }) => attribute)),
    channels: distinctCodes(draft.map(({ channel }) => channel)),
    locales: distinctCodes(draft.map(({ locale }) => locale)),
  };
  const object = await readWithFallback(filter, (codes) => source.loadValues(id, codes));
  if (object === null) throw new ApiError('not-found', source.texts.deleted);
  return object;
}

/**
 * Returns the reasons why values of a draft cannot be saved as they are: a dry run rejected them, or somebody else
 * changed them.
 */
export async function checkDraft(
  source: FormSource,
  id: string,
  draft: readonly DraftValue[],
): Promise<ReadonlyMap<string, ValueIssue>> {
  const { values } = await loadValues(source, id, draft);
  const { mine, met } = mergeDraft(draft, values);
  const remarks = new Map(await toConflictIssues(source, id, met));
  const ready = mine.filter(({ fault }) => fault === null);
  if (ready.length === 0) return remarks;
  const { result } = await source.save(id, { values: toValueInput(ready) }, { dryRun: true });
  const errors = 'errors' in result ? result.errors : [];
  for (const [key, remark] of toValueIssues(ready, errors)) remarks.set(key, remark);
  return remarks;
}

async function toConflictIssues(
  source: FormSource,
  id: string,
  conflicts: DraftMerge['met'],
): Promise<readonly [string, ValueIssue][]> {
  if (conflicts.length === 0) return [];
  const by = await source.loadLastAuthors(id);
  return conflicts.map(({ draft, theirs }) => [valueKey(draft), { met: { theirs, by: by(draft) } }]);
}

/**
 * Saves a draft as one version. Values that somebody else has changed meanwhile and rejected values stay in the draft,
 * with a remark; the others are saved.
 *
 * @throws ApiError when nothing was saved for a reason that no value is at fault for
 */
export async function saveDraft(
  source: FormSource,
  id: string,
  draft: readonly DraftValue[],
  comment: string,
): Promise<SaveDraftResult> {
  const rejectedValues = new Map<string, ValueIssue>(
    draft.flatMap((one) => (one.fault === null ? [] : [[valueKey(one), { reason: one.fault }] as const])),
  );
  for (let attempt = 1; ; attempt += 1) {
    const { version, values } = await loadValues(source, id, draft);
    const { mine, met, done } = mergeDraft(draft, values);
    const remarks = new Map<string, ValueIssue>([
      ...(await toConflictIssues(source, id, met)),
      ...rejectedValues,
    ]);
    const ready = mine.filter((one) => !remarks.has(valueKey(one)));
    if (ready.length === 0) return { saved: [], done, remarks, requestId: null };
    const input = { values: toValueInput(ready), ...(comment === '' ? {} : { comment }) };
    const { result, requestId } = await source.save(id, input, { ifVersion: version, dryRun: false });
    if ('outcome' in result) return { saved: ready, done, remarks, requestId };
    const faults = 'errors' in result ? toValueIssues(ready, result.errors) : new Map<string, ValueIssue>();
    for (const [key, remark] of faults) rejectedValues.set(key, remark);
    const isBehind = result.__typename === 'VersionMismatch';
    if (attempt === MAX_ATTEMPTS || (faults.size === 0 && !isBehind)) unwrapPayload(result);
  }
}
