import { graphql } from '../../api/graphql.ts';
import { PROBLEM, settled } from '../../api/problem.ts';
import { requestWithId } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import type { Undone } from './use-undo.ts';

const UNDO_REQUEST = graphql(
  `
  mutation UndoRequest($requestId: String!) {
    revertChanges(input: { selection: { requestId: $requestId }, dryRun: false }) {
      __typename
      ... on RevertChangesPayload {
        jobId
        report { updated unchanged conflicts { ref path message changedBy { name } } }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM],
);

/** What was saved by one action, so that it can be undone. */
export interface Saved {
  /** The requests that stored it, oldest first. */
  readonly requestIds: readonly string[];
  /** How many values. */
  readonly count: number;
}

/**
 * Undoes what was saved, except for what has been changed since.
 *
 * @param isRedo whether that makes again what was undone before
 */
export async function undoSaved({ requestIds, count }: Saved, isRedo = false): Promise<Undone> {
  const reverts: string[] = [];
  let kept: readonly { readonly changedBy: { readonly name: string } | null }[] = [];
  for (const requestId of requestIds.toReversed()) {
    const { data, requestId: revertId } = await requestWithId(UNDO_REQUEST, { requestId });
    const { report } = settled(data.revertChanges);
    if (revertId !== null) reverts.push(revertId);
    kept = [...kept, ...(report?.conflicts ?? [])];
  }
  const undone = Math.max(0, count - kept.length);
  const redo = undone === 0 ? null : () => undoSaved({ requestIds: reverts, count: undone }, !isRedo);
  const words = isRedo
    ? t('{count, plural, one {# cell} other {# cells}} saved again.', { count: undone })
    : t('{count, plural, one {# cell} other {# cells}} undone.', { count: undone });
  if (kept.length === 0) return { words, redo };
  const authors = new Set(kept.flatMap(({ changedBy }) => changedBy?.name ?? []));
  const rest = t('{count} kept, changed since by {who}.', {
    count: kept.length,
    who: authors.size === 0 ? t('others') : [...authors].join(', '),
  });
  return { words: `${words} ${rest}`, redo };
}
