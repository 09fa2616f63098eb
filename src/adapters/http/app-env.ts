import type { HttpBindings } from '@hono/node-server';
import type { Language } from '../../kernel/problems/messages/language.ts';
import type { Session } from '../../kernel/session.ts';

/** Variables that every API has in the context of a request. */
export interface AppEnv {
  /** The objects of Node's server; missing when a request comes without a port, as in tests. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** Names the request in answers, logs and the ledger. */
    requestId: string;
    /** Public URL of the server, without a slash at the end. */
    publicUrl: string;
    /** The request prefers texts in this language. */
    language: Language;
    /** Session of the caller, once the API has read it; reported to the request log. */
    caller: Session | null;
    /** Names the client whose requests are counted together: a token or storefront key, or an address. */
    bucket: string;
    /** Name of the operation or route, once the API knows; told to the metrics, so never what a client made up. */
    operation: string | null;
    /** Template of the path, where the router knows less of it than the API: `/api/v1/products/{ref}`. */
    route: string | null;
  };
}
