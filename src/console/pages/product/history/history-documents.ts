import { ApiError } from '../../../api/api-error.ts';
import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request, requestWithId } from '../../../api/request.ts';

export const REVISIONS = graphql(`
  query ProductRevisions($ref: ID!, $after: String) {
    product(ref: $ref) {
      revisions(first: 20, after: $after) {
        nodes {
          version at kind comment origin jobId requestId revert changesTruncated
          actor { name type }
          changes { path channel locale old new }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export type Revision = NonNullable<ResultOf<typeof REVISIONS>['product']>['revisions']['nodes'][number];

const RESTORE_REVISION = graphql(
  `
  mutation RestoreRevision($ref: ID!, $version: Int!, $cells: [CellChoiceInput!], $dryRun: Boolean!) {
    restoreProductRevision(ref: $ref, version: $version, cells: $cells, dryRun: $dryRun) {
      __typename
      ... on RestoreRevisionPayload {
        ref
        changes { path channel locale old new }
        notRestored { path channel locale code message }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type CellChoice = NonNullable<VariablesOf<typeof RESTORE_REVISION>['cells']>[number];

/** Returns the changes that restoring a version would make. It stores nothing. */
export const compareWithVersion = async (ref: string, version: number, signal?: AbortSignal) =>
  unwrapPayload(
    (await request(RESTORE_REVISION, { ref, version, dryRun: true }, signal)).restoreProductRevision,
  );

/** Gives cells, or the whole product, the state of a version. */
export async function restoreVersion(ref: string, version: number, cells: readonly CellChoice[] | null) {
  const { data, requestId } = await requestWithId(RESTORE_REVISION, {
    ref,
    version,
    cells: cells === null ? null : [...cells],
    dryRun: false,
  });
  const restored = unwrapPayload(data.restoreProductRevision);
  const [kept] = restored.notRestored;
  if (kept !== undefined && restored.changes.length === 0) throw new ApiError(kept.code, kept.message);
  return { requestId, restored };
}

const REVERT = graphql(
  `
  mutation RevertSelection($selection: ChangeSelectionInput!, $dryRun: Boolean!) {
    revertChanges(input: { selection: $selection, dryRun: $dryRun }) {
      __typename
      ... on RevertChangesPayload {
        jobId
        report {
          updated deleted restored unchanged skipped
          conflicts { ref path channel locale code message messageKey params changedBy { name } present wanted }
          notReverted { type count }
        }
      }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type RevertReport = NonNullable<
  Extract<ResultOf<typeof REVERT>['revertChanges'], { __typename: 'RevertChangesPayload' }>['report']
>;
export type RevertSelection = VariablesOf<typeof REVERT>['selection'];

/** Reverts changes, or says what that would do. */
export async function revertSelection(selection: RevertSelection, dryRun: boolean, signal?: AbortSignal) {
  const { data, requestId } = await requestWithId(REVERT, { selection, dryRun }, signal);
  return { requestId, ...unwrapPayload(data.revertChanges) };
}

const JOB_COUNTS = graphql(`
  query JobCounts($id: ID!) { job(id: $id) { progress { created updated deleted } } }
`);

/** Returns the number of products that one request or job changed; null if they are too many to count at once. */
export async function countRelatedProducts(
  selection: RevertSelection,
  signal?: AbortSignal,
): Promise<number | null> {
  if (typeof selection.jobId === 'string') {
    const { job } = await request(JOB_COUNTS, { id: selection.jobId }, signal);
    if (job === null) return null;
    const { created, updated, deleted } = job.progress;
    return created + updated + deleted;
  }
  const { report } = await revertSelection(selection, true, signal);
  if (report === null) return null;
  const { updated, deleted, restored, unchanged, skipped } = report;
  return updated + deleted + restored + unchanged + skipped;
}
