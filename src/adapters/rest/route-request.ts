import type { RequestState } from '../graphql/request-state.ts';
import type { RequestMetadata } from '../http/problem-response.ts';
import type { DocumentRunner } from '../manifest/run-exposed.ts';
import type { RouteEntry } from './route-table.ts';

/** One request to a route, on its way through the API. */
export interface RouteRequest extends RouteEntry {
  readonly request: Request;
  readonly url: URL;
  readonly exchange: RequestState;
  readonly runner: DocumentRunner;
  /** Metadata of the request for a problem. */
  readonly metadata: RequestMetadata;
  /** Path parameters, still encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A response before it is a response. */
export interface RouteResponse {
  readonly status: number;
  /** Null for a response without content. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}
