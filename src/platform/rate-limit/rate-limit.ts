/** Allowance of a bucket after a request was counted. */
export interface Allowance {
  /** Requests of one window. */
  readonly limit: number;
  /** Requests that can still be made in this window. */
  readonly remaining: number;
  /** Whole seconds until the next window; 0 while requests remain. */
  readonly retryAfterSeconds: number;
  /** True if this request was one too many. */
  readonly isExceeded: boolean;
}

/** Counts requests in fixed windows, each begun by the first request of its bucket. */
export interface RateLimit {
  /** Requests of one window. */
  readonly limit: number;
  /** Length of a window. */
  readonly windowSeconds: number;
  /** Counts one request. Never rejects: where the shared counts cannot be reached, this process counts alone. */
  count(bucket: string): Promise<Allowance>;
  close(): Promise<void>;
}

/** Number of requests in a time. */
export interface RateLimitRule {
  readonly limit: number;
  /** Whole seconds. */
  readonly windowSeconds: number;
}
