import type { WebhookMode } from './event.ts';
import type { Grants, Scope } from './scopes.ts';

/** The actor of a change, as the ledger stores it and every API shows it. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  /** Public id of the user or token; `system` for the product itself. */
  readonly id: string;
  readonly name: string;
}

/** Principal with whose rights a job acts. The rights are read anew at each step. */
export interface Principal {
  /** `operator`: a person who runs commands on the server and may do everything. */
  readonly type: 'user' | 'token' | 'operator';
  /** Public id of the user or token; `system` for the operator. */
  readonly id: string;
  readonly name: string;
  /** Scopes that a token had at its request; null for callers that the role alone limits. */
  readonly scopes: readonly Scope[] | null;
}

/** Origin of a request: an API, the console, an import, a template, the command line or the product itself. */
export type RequestOrigin =
  | 'graphql'
  | 'rest'
  | 'mcp'
  | 'shop'
  | 'console'
  | 'import'
  | 'template'
  | 'command-line'
  | 'system';

/** One caller in one organization. Everything that an operation may use about the caller. */
export interface Session extends Grants {
  readonly organizationId: string;
  readonly actor: Actor;
  /** UUID of the person behind the session or token; null for the system. */
  readonly userId: string | null;
  /** UUID of the token, when the caller came with one. */
  readonly tokenId: string | null;
  readonly door: RequestOrigin;
  readonly requestId: string;
  readonly jobId: string | null;
  /** Principal with whose rights it acts, where that is not its actor: those of a schedule are a person's. */
  readonly principal?: Principal;
  /** Choice of its events that go to webhooks; each when left out. */
  readonly webhooks?: WebhookMode;
}
