import type { Language } from '../../kernel/problems/messages/language.ts';
import type { Session } from '../../kernel/session.ts';

/** What the GraphQL engine and the door in front of it tell each other about one request. */
export interface Exchange {
  readonly requestId: string;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | null;
  /**
   * Finds out who asks; called when the body has been read, and again while a subscription lasts.
   *
   * @throws Fault for a credential that is not valid.
   */
  authenticate(): Promise<Session | null>;
  /** Who asks; null until then and for nobody. */
  session: Session | null;
  /** How old what a query answers may be, in milliseconds; null for what is stored at the moment. */
  readonly mayLagMs?: number | null;
  /** True for a document of our own, whose cost is bounded by how it was made. */
  readonly isPrepared?: true;
  /** Whether what was looked for is there no longer, which GraphQL answers like what never was. */
  hasFoundDeleted?: boolean;
  /** Name of the operation that was asked for, for the metrics: never what a client made up. */
  operation?: string;
  /** The request prefers texts in this language; English where it says nothing. */
  readonly language?: Language;
  /** Headers that the answer gets. */
  readonly answerHeaders: Record<string, string>;
}

/** The context that the engine starts from. */
export interface ExchangeContext {
  readonly exchange: Exchange;
}
