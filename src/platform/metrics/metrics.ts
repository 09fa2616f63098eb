/** One request that was answered. */
export interface AnsweredRequest {
  /** `graphql`, `rest`, `mcp`, `files` … */
  readonly door: string;
  /** Name of an operation of the schema or of a route: never what a client made up. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly seconds: number;
}

/** One attempt to deliver an event to a receiver. */
export interface AttemptedDelivery {
  readonly outcome: string;
  readonly seconds: number;
  /** From the event to the first attempt; null for any other attempt. */
  readonly lagSeconds: number | null;
}

/** Told of what happens in this process. Costs nothing to speak of; keeps no data of organizations. */
export interface Metrics {
  request(answered: AnsweredRequest): void;
  attempt(attempted: AttemptedDelivery): void;
  /** A read that may lag, and which server has answered it. */
  laggingRead(server: 'replica' | 'primary'): void;
  /** Counts or facets of a large organization, and what has answered them. */
  countedRows(by: 'segments' | 'statements'): void;
  /** Rows that a job has processed, by what became of them. */
  jobRows(type: string, rows: Readonly<Record<string, number>>): void;
}

/** For processes that nobody watches. */
export const NO_METRICS: Metrics = {
  request: () => undefined,
  attempt: () => undefined,
  laggingRead: () => undefined,
  countedRows: () => undefined,
  jobRows: () => undefined,
};

/** Use of a pool of database connections. */
export interface PoolUse {
  readonly pool: string;
  readonly limit: number;
  readonly active: number;
  readonly idle: number;
  /** Number of callers that wait for a connection. */
  readonly waiting: number;
}

/** A number of something at the moment, by its labels. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric that is asked for when it is read, not told. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}
