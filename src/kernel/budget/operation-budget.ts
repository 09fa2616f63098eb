import { RequestError } from '../errors.ts';
import { localized } from '../problems/messages/message.ts';
import { Slots } from './slots.ts';

/** Units that one GraphQL operation can spend. A unit is about 0.1 ms of work on one core. */
export const OPERATION_UNITS = 10_000;

/**
 * Longest time in which an operation can begin further statements. It is no part of the units: a slow database is not
 * the client's fault.
 */
const DEADLINE_MS = 10_000;

/** Statements of one operation that run at once, so that one does not take all connections. */
const STATEMENTS_AT_ONCE = 2;

/** GraphQL operations of one client that run at once in a process; the others wait. */
export const OPERATIONS_AT_ONCE = 4;

/** Slots for facets and counts of all operations of a process. */
const countingSlots = new Slots(2);

/** Units that work costs, spent before it begins. */
export const PRICES = {
  /** Cost of a root field, whatever it reads. */
  rootField: 20,
  /** Cost of a field of the document, fragments expanded. */
  field: 2,
  statement: 2,
  list: 20,
  search: 50,
  count: 20,
  facet: 100,
  /** Cost of a page that is listed for sitemaps, with its slugs in all locales. */
  url: 2,
  /** Cost of an object that a preview of effects looks at. */
  previewedObject: 0.4,
} as const;

/**
 * The work that one operation has done and may do. Work is charged before it begins, so that an operation over its
 * limit does not begin it.
 */
export class OperationBudget {
  readonly limit: number;
  used = 0;
  /** Reason why the operation ended; null while it may go on. */
  failure: RequestError | null = null;
  readonly #statements = new Slots(STATEMENTS_AT_ONCE);
  #deadlineMs: number;

  /** @param limit Infinity for operations whose size is limited in another way; they have no deadline either */
  constructor(limit: number = OPERATION_UNITS) {
    this.limit = limit;
    this.#deadlineMs = Number.POSITIVE_INFINITY;
    this.restartDeadline();
  }

  /** Lets the time begin anew: what is read after a write is not late because of the write. */
  restartDeadline(): void {
    if (this.limit !== Number.POSITIVE_INFINITY) this.#deadlineMs = performance.now() + DEADLINE_MS;
  }

  /**
   * Spends units. @throws RequestError `query-too-complex` for more than the remaining units, and again for all that comes
   * later
   */
  spend(units: number): void {
    this.used += units;
    if (this.used > this.limit) this.failure ??= overspent(this.limit);
    if (this.failure !== null) throw this.failure;
  }

  /**
   * Runs a statement when a slot is free. @throws RequestError `query-too-complex`, and `service-unavailable` after the
   * deadline
   */
  statement<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#statements.run(() => {
      if (performance.now() > this.#deadlineMs) this.failure ??= late();
      this.spend(PRICES.statement);
      return run();
    });
  }

  /**
   * Counts when a slot of the process is free. A count must not wait for another count, or two could wait for each
   * other.
   */
  async counting<Result>(units: number, count: () => Promise<Result>): Promise<Result> {
    this.spend(units);
    return countingSlots.run(() => {
      this.spend(0);
      return count();
    });
  }
}

/** Runs a count as the budget of its operation allows; what has none runs as it is. */
export const countWithin = <Result>(
  budget: OperationBudget | undefined,
  units: number,
  count: () => Promise<Result>,
): Promise<Result> => (budget === undefined ? count() : budget.counting(units, count));

const overspent = (limit: number) =>
  new RequestError('query-too-complex', localized('budget-exceeded', { limit }), { limit });

const late = () =>
  new RequestError('service-unavailable', localized('deadline-exceeded', { seconds: DEADLINE_MS / 1_000 }));
