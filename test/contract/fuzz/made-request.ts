/** A request that a fuzzer made up. */
export interface MadeRequest {
  /** The operation it is meant for. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}
