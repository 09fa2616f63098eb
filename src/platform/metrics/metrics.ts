/** One request that has got its response. */
export interface RequestMetric {
  /** `graphql`, `rest`, `mcp`, `files` … */
  readonly door: string;
  /** Name of an operation of the schema or of a route: never what a client made up. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  readonly seconds: number;
}

/** One attempt to deliver an event to a receiver. */
export interface DeliveryAttemptMetric {
  readonly outcome: string;
  readonly seconds: number;
  /** Time from the event to the first attempt; null for any other attempt. */
  readonly lagSeconds: number | null;
}

/** Receives what happens in this process. Costs nothing to speak of; stores no data of organizations. */
export interface Metrics {
  request(metric: RequestMetric): void;
  attempt(attempted: DeliveryAttemptMetric): void;
  /** Counts a read that may lag, and the server that has served it. */
  staleRead(server: 'replica' | 'primary'): void;
  /** Counts the counts or facets of a large organization, and what has computed them. */
  rowCount(by: 'segments' | 'statements'): void;
  /** Counts the rows that a job has processed, by their result. */
  jobRows(type: string, rows: Readonly<Record<string, number>>): void;
}

/** Metrics for processes that nobody watches. */
export const NO_METRICS: Metrics = {
  request: () => undefined,
  attempt: () => undefined,
  staleRead: () => undefined,
  rowCount: () => undefined,
  jobRows: () => undefined,
};

/** Use of a pool of database connections. */
export interface PoolUsage {
  readonly pool: string;
  readonly limit: number;
  readonly active: number;
  readonly idle: number;
  /** Number of callers that wait for a connection. */
  readonly waiting: number;
}

/** A present number of something, by its labels. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric that is computed when it is read, not recorded. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}
