import { Failure, reach, readRetryAfter } from './failure.ts';

/**
 * Sends a file to be imported by a profile. Files are the one thing that GraphQL does not carry; the route is that of
 * REST.
 *
 * @returns the id of the job that takes it in
 */
export async function uploadImport(profile: string, file: File, dryRun: boolean): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name);
  const path = `/api/v1/import-export/profiles/${encodeURIComponent(profile)}/run?dry_run=${dryRun}`;
  const response = await reach(path, { method: 'POST', body });
  const answer = (await response.json().catch(() => ({}))) as {
    readonly id?: string;
    readonly code?: string;
    readonly detail?: string;
  };
  if (response.ok && answer.id !== undefined) return answer.id;
  throw new Failure(answer.code ?? 'error', answer.detail ?? 'The file was not taken. Try again.', {
    retryAfterSeconds: readRetryAfter(response.headers),
  });
}
