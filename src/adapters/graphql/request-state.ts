import type { Language } from '../../kernel/problems/messages/language.ts';
import type { Session } from '../../kernel/session.ts';

/** State of one request that the GraphQL engine and the API in front of it share. */
export interface RequestState {
  readonly requestId: string;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | null;
  /**
   * Finds out who asks; called when the body has been read, and again while a subscription lasts.
   *
   * @throws RequestError for a credential that is not valid.
   */
  authenticate(): Promise<Session | null>;
  /** Session of the caller; null until it is read, and for anonymous callers. */
  session: Session | null;
  /** Maximum age of the result of a query, in milliseconds; null for the presently stored state. */
  readonly mayLagMs?: number | null;
  /** True for a document of our own, whose cost is bounded by how it was made. */
  readonly isPrepared?: true;
  /** True if the requested object is deleted, which GraphQL reports like one that never existed. */
  hasFoundDeleted?: boolean;
  /** Name of the operation that was requested, for the metrics: never what a client made up. */
  operation?: string;
  /** The request prefers texts in this language; English where it says nothing. */
  readonly language?: Language;
  /** Headers that the response gets. */
  readonly answerHeaders: Record<string, string>;
}

/** The context that the engine starts from. */
export interface ServerContext {
  readonly exchange: RequestState;
}
