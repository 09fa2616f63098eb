import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '../describe-failure.ts';
import { type ApiClient, createApiClient, RejectedRequest } from './api-client.ts';
import { IncompleteSnapshot, openSqliteMirror, type SqliteMirror } from './sqlite-mirror.store.ts';

/** Arguments from the command line. */
export interface MirrorRequest {
  /** `sqlite:` and the path of the file. */
  readonly to: string;
  readonly url: string;
  /** Ends once the copy has caught up. */
  readonly once?: boolean;
  /** Seconds between two requests at the end of the feed. */
  readonly interval: number;
}

const TARGET = 'sqlite:';
const SNAPSHOT_POLL_MS = 500;
/** Codes of errors that make the position useless in this catalogue: begin again with a snapshot. */
const NEEDS_SNAPSHOT: ReadonlySet<string> = new Set([
  'epoch-changed',
  'events-expired',
  'history-incomplete',
  'invalid-parameter',
]);

/**
 * Runs `mirror --to sqlite:<file>`: keeps a copy of all products and entities by the public API: loads a snapshot,
 * then follows the feed. Ends on SIGTERM or SIGINT, and with `--once` when it has caught up.
 *
 * @throws CommandError
 */
export async function mirror({ to, url, once = false, interval }: MirrorRequest): Promise<void> {
  const token = process.env.CATALOGRAPH_TOKEN ?? '';
  if (!to.startsWith(TARGET) || to.length === TARGET.length)
    throw new CommandError(
      `'${to}' is no target. Use sqlite: and the path of a file, such as sqlite:catalogue.db.`,
    );
  if (!/^[!-~]+$/.test(token))
    throw new CommandError(
      'Set CATALOGRAPH_TOKEN to a token with the scopes products:read, entities:read and import-export:write.',
    );
  if (!(interval > 0)) throw new CommandError('--interval takes a number of seconds above 0.');
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const client = createApiClient({ url: url.replace(/\/$/, ''), token, report, signal: stop.signal });
  const copy = openSqliteMirror(to.slice(TARGET.length));
  try {
    await follow(client, copy, { once, intervalMs: interval * 1_000, report, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) return;
    if (error instanceof RejectedRequest) throw new CommandError(`${error.message} (${error.code})`);
    throw error;
  } finally {
    copy.close();
  }
}

interface FollowOptions {
  readonly once: boolean;
  readonly intervalMs: number;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

async function follow(client: ApiClient, copy: SqliteMirror, following: FollowOptions): Promise<void> {
  const { once, intervalMs, report, signal } = following;
  while (!signal.aborted) {
    const { sequence, epoch, snapshotJob } = copy.position();
    if (sequence === null || snapshotJob !== null) {
      await takeSnapshot(client, copy, following);
      continue;
    }
    const page = await client.readFeed(sequence, epoch).catch((error: unknown) => {
      if (!(error instanceof RejectedRequest) || !NEEDS_SNAPSHOT.has(error.code)) throw error;
      report(`The feed does not continue after ${sequence} (${error.code}); taking a snapshot`);
      return error;
    });
    if (page instanceof RejectedRequest) {
      copy.awaitSnapshot(offeredSnapshotJob(page) ?? (await client.createSnapshot()));
      continue;
    }
    copy.apply(page);
    if (page.hasNext) continue;
    if (once) {
      report(`The copy is the catalogue after event ${page.end}.`);
      return;
    }
    await sleep(intervalMs, undefined, { signal });
  }
}

/** Returns the job of the snapshot from which the server advises to start. */
function offeredSnapshotJob({ details }: RejectedRequest): string | null {
  const { snapshot } = details as { readonly snapshot?: { readonly jobId: string } | null };
  return snapshot?.jobId ?? null;
}

/** Loads the snapshot that the copy waits for, or a new one; a killed process goes on waiting for the same. */
async function takeSnapshot(
  client: ApiClient,
  copy: SqliteMirror,
  { report, signal }: FollowOptions,
): Promise<void> {
  const pendingJob = copy.position().snapshotJob;
  const job = pendingJob ?? (await client.createSnapshot());
  if (pendingJob === null) copy.awaitSnapshot(job);
  const another = async () => copy.awaitSnapshot(await client.createSnapshot());
  for (;;) {
    const state = await client.snapshotState(job);
    if (state === 'written') break;
    await sleep(SNAPSHOT_POLL_MS, undefined, { signal });
    if (state === 'gone') {
      report(`The snapshot ${job} was not written; asking for another one`);
      return another();
    }
  }
  const lines = await client.openSnapshot(job);
  if (lines === null) return another();
  try {
    const objects = await copy.load(lines);
    report(`Loaded ${objects} objects of the snapshot ${job}`);
  } catch (error) {
    if (error instanceof CommandError || signal.aborted) throw error;
    // The snapshot was cut off on its way: it is read again.
    if (!(error instanceof IncompleteSnapshot) && !isTransferError(error)) throw error;
    report('The snapshot was not transferred completely; reading it again');
    await sleep(SNAPSHOT_POLL_MS, undefined, { signal });
  }
}

/** Returns true for the TypeError with which `fetch` ends a body that was cut off. */
const isTransferError = (error: unknown): boolean => error instanceof TypeError;
