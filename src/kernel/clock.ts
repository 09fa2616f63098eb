/** The present time, as a dependency: tests and the sweeper set it, so that days can pass in seconds. */
export interface Clock {
  now(): Date;
}
