import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../kernel/json.ts';

/** Fields of one event that a copy needs. */
interface MirroredEvent {
  readonly type: string;
  readonly organizationId: string;
  readonly data: { readonly id: string };
  /** Null for an object that is deleted, and on all but the last event of an object on the page. */
  readonly state: JsonObject | null;
}

/** A page of the feed. */
export interface FeedPage {
  /** Sequence number of the last event that the page covers. */
  readonly end: number;
  readonly hasNext: boolean;
  readonly events: readonly MirroredEvent[];
}

/** Error for a request that another attempt cannot help, with the code of its error. */
export class RejectedRequest extends Error {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'RejectedRequest';
    this.code = code;
    this.details = details;
  }
}

/** The requests that a mirror sends to a catalogue through the public API. */
export interface ApiClient {
  /** Reads the events after a sequence number of an epoch, and the states of the objects that they changed. */
  readFeed(after: number, epoch: string | null): Promise<FeedPage>;
  /** Starts the job that writes a snapshot; returns its id. */
  createSnapshot(): Promise<string>;
  /**
   * Reads whether the job of a snapshot has written its file; `gone` when it never will, or when the file no longer
   * exists.
   */
  snapshotState(job: string): Promise<'running' | 'written' | 'gone'>;
  /** Opens the lines of a snapshot; null when there is no such file any more. */
  openSnapshot(job: string): Promise<AsyncIterable<string> | null>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

const FEED = `query ($after: BigInt!, $epoch: String) { events(
  types: ["entity.*", "product.*"], afterSequence: $after, epoch: $epoch, first: 100
) {
  pageInfo { hasNextPage endCursor } nodes { type organizationId data state } } }`;
const CREATE = `mutation { createSnapshot { ... on JobPayload { job { id } } ... on Problem { code detail } } }`;
const JOB = 'query ($id: ID!) { job(id: $id) { status } }';

interface GraphqlResponse {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>> & { readonly code?: string };
  }[];
}

/**
 * Makes a client that repeats requests until there is a response: while the server is away, restarts or reports too
 * many requests. Rejected requests reject with RejectedRequest.
 *
 * @param report receives each failed attempt
 * @param signal ends the waiting
 */
export function createApiClient(settings: {
  readonly url: string;
  readonly token: string;
  readonly report: (problem: string) => void;
  readonly signal: AbortSignal;
}): ApiClient {
  const { url, token, report, signal } = settings;
  const authorization = `Bearer ${token}`;

  /** Repeats the attempt until there is a response that counts. */
  async function untilAnswered<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof RejectedRequest || signal.aborted) throw error;
        report(`${url} did not answer (${reasonOf(error)}); trying again`);
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }

  const ask = (query: string, variables: object): Promise<Readonly<Record<string, unknown>>> =>
    untilAnswered(async () => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
        signal,
      });
      if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
      const { data, errors } = (await response.json()) as GraphqlResponse;
      const [error] = errors ?? [];
      const code = error?.extensions.code ?? 'unknown';
      if (code === 'service-unavailable' || code === 'rate-limited') throw new Error(code);
      if (error !== undefined) throw new RejectedRequest(code, error.message, error.extensions);
      return data ?? {};
    });

  return {
    async readFeed(after, epoch) {
      const { events } = (await ask(FEED, { after: String(after), epoch })) as {
        events: {
          pageInfo: { hasNextPage: boolean; endCursor: string };
          nodes: readonly MirroredEvent[];
        };
      };
      const { hasNextPage, endCursor } = events.pageInfo;
      return { end: Number(endCursor), hasNext: hasNextPage, events: events.nodes };
    },
    async createSnapshot() {
      const { createSnapshot: createResult } = (await ask(CREATE, {})) as {
        createSnapshot: { job?: { id: string }; code?: string; detail?: string };
      };
      if (createResult.job === undefined)
        throw new RejectedRequest(createResult.code ?? 'unknown', createResult.detail ?? '');
      return createResult.job.id;
    },
    async snapshotState(id) {
      const { job } = (await ask(JOB, { id })) as { job: { status: string } | null };
      if (job?.status === 'COMPLETED') return 'written';
      return job === null || job.status === 'FAILED' || job.status === 'CANCELLED' ? 'gone' : 'running';
    },
    openSnapshot: (job) =>
      untilAnswered(async () => {
        const response = await fetch(`${url}/api/v1/import-export/jobs/${job}/result`, {
          headers: { authorization },
          signal,
        });
        if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
        if (!response.ok || response.body === null) {
          await response.body?.cancel();
          return null;
        }
        return createInterface({ input: Readable.fromWeb(response.body as never), crlfDelay: Infinity });
      }),
  };
}

/** Returns the cause of an error: `fetch failed` alone explains nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
