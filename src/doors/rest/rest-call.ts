import type { Exchange } from '../graphql/exchange.ts';
import type { RequestMetadata } from '../http/problem-response.ts';
import type { ExposedRunner } from '../manifest/run-exposed.ts';
import type { Offer } from './route-table.ts';

/** One request to a route, on its way through the API. */
export interface RestCall extends Offer {
  readonly request: Request;
  readonly url: URL;
  readonly exchange: Exchange;
  readonly runner: ExposedRunner;
  /** Metadata of the request for a problem. */
  readonly metadata: RequestMetadata;
  /** Path parameters, still encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A response before it is a response. */
export interface RestAnswer {
  readonly status: number;
  /** Null for a response without content. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}
