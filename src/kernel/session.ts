import type { WebhookChoice } from './event.ts';
import type { Grants, Scope } from './scopes.ts';

/** The actor of a change, as the ledger stores it and every API shows it. */
export interface Actor {
  readonly type: 'user' | 'token' | 'system';
  /** Public id of the user or token; `system` for the product itself. */
  readonly id: string;
  readonly name: string;
}

/** With whose rights a job acts. What the rights are is read anew at each step. */
export interface Principal {
  /** `operator`: whoever runs commands on the server, who may do everything. */
  readonly type: 'user' | 'token' | 'operator';
  /** Public id of the user or token; `system` for the operator. */
  readonly id: string;
  readonly name: string;
  /** The scopes that a token had when it asked; null for those that the role alone limits. */
  readonly scopes: readonly Scope[] | null;
}

/** The way by which a request came in. */
export type Door = 'graphql' | 'rest' | 'mcp' | 'shop' | 'console' | 'import' | 'command-line' | 'system';

/** One caller in one organization. Everything an operation may know about who asks. */
export interface Session extends Grants {
  readonly organizationId: string;
  readonly actor: Actor;
  /** UUID of the person behind the session or token; null for the system. */
  readonly userId: string | null;
  /** UUID of the token, when the caller came with one. */
  readonly tokenId: string | null;
  readonly door: Door;
  readonly requestId: string;
  readonly jobId: string | null;
  /** With whose rights it acts, where that is not its actor: those of a schedule are a person's. */
  readonly principal?: Principal;
  /** Choice of its events that go to webhooks; each when left out. */
  readonly webhooks?: WebhookChoice;
}
