import { graphql } from '../../api/graphql.ts';
import { PROBLEM, settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';

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
 * @returns what became of it, in words
 */
export async function undoSaved({ requestIds, count }: Saved): Promise<string> {
  let kept: readonly { readonly changedBy: { readonly name: string } | null }[] = [];
  for (const requestId of requestIds.toReversed()) {
    const { report } = settled((await request(UNDO_REQUEST, { requestId })).revertChanges);
    kept = [...kept, ...(report?.conflicts ?? [])];
  }
  const words = t('{count, plural, one {# cell} other {# cells}} undone.', {
    count: Math.max(0, count - kept.length),
  });
  if (kept.length === 0) return words;
  const authors = new Set(kept.flatMap(({ changedBy }) => changedBy?.name ?? []));
  return `${words} ${t('{count} kept, changed since by {who}.', {
    count: kept.length,
    who: authors.size === 0 ? t('others') : [...authors].join(', '),
  })}`;
}
