/** State of the list of jobs, as the URL of the page stores it. */
export interface JobsSearchParams {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  /** True if dry runs are shown, too. */
  readonly dryRuns?: true | undefined;
}

/** Reads what is shown from a URL; invalid parts are ignored. */
export const parseJobsSearchParams = ({
  type,
  status,
  dryRuns,
}: Record<string, unknown>): JobsSearchParams => ({
  ...(typeof type === 'string' ? { type } : {}),
  ...(typeof status === 'string' ? { status } : {}),
  ...(dryRuns === true ? { dryRuns } : {}),
});
