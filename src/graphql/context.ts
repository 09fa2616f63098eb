import DataLoader from 'dataloader';
import { OperationBudget } from '../kernel/budget/operation-budget.ts';
import type { Clock } from '../kernel/clock.ts';
import { RequestError } from '../kernel/errors.ts';
import type { ChangeEffects } from '../kernel/module.ts';
import type { ReadOperation, WriteContext, WriteOperation } from '../kernel/operation.ts';
import type { Cursors } from '../kernel/page.ts';
import { DEFAULT_LANGUAGE, type Language } from '../kernel/problems/messages/language.ts';
import { localized } from '../kernel/problems/messages/message.ts';
import type { Session } from '../kernel/session.ts';
import { budgeted } from '../platform/database/budgeted.ts';
import type { OrganizationDatabaseProvider } from '../platform/database/organization-views.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import type { LedgerFollower } from '../platform/ledger/ledger-follower.ts';
import { type Loader, loadBatch } from '../platform/loader.ts';
import type { PrismaReadContext } from '../platform/operation/context.ts';
import type { DryRun } from '../platform/operation/dry-run.ts';
import type { OperationRunner } from '../platform/operation/run-operation.ts';
import type { DownloadClient } from '../platform/outbound/downloads.ts';
import type { OutboundPolicy } from '../platform/outbound/validate-url.ts';
import type { PrismaClient } from '../platform/prisma/generated/client/client.ts';
import type { Vault } from '../platform/secret/vault.ts';
import type { FileLinks } from '../platform/storage/file-links.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';

export interface RequestContextDependencies {
  readonly database: OrganizationDatabaseProvider;
  readonly runner: OperationRunner;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly links: FileLinks;
  readonly storage: ObjectStorage;
  readonly vault: Vault;
  readonly outboundPolicy: OutboundPolicy;
  readonly downloads: DownloadClient;
}

/** Options of one root mutation field besides its input. */
export interface WriteOptions {
  readonly dryRun?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

/** State that the source of a subscription works with, as long as it lasts. */
export interface SubscriptionMetadata {
  readonly follower: LedgerFollower;
  /** Returns the caller as it is at present. */
  readonly caller: () => Session;
  /** Aborted when it ends, for whatever reason. */
  readonly signal: AbortSignal;
  /** The `id` of the last message that a client which reconnects has seen (HTML, server-sent events: Last-Event-ID). */
  readonly lastSeen: string | null;
}

/**
 * State that the resolvers of one request work with. Mutations of one document run one after the other, so the state
 * that a dry run leaves open belongs to the field being resolved and is rolled back before the next begins.
 */
export class RequestContext {
  /** Session; null only for documents that select nothing but the schema itself. */
  readonly session: Session | null;
  /** True when the response of this request is that of an earlier one with the same idempotency key. */
  idempotencyReplayed = false;
  /** True when a requested object is deleted: null in GraphQL, 410 in an API that has a status for it. */
  hasFoundDeleted = false;
  /** True for a document of our own, whose view was checked at start. */
  readonly isPrepared: boolean;
  /** Language of texts that the request prefers. */
  readonly language: Language;
  /**
   * The work that the operation may do. The size of our own documents and of subscriptions' sources is bounded
   * already.
   */
  readonly budget: OperationBudget;
  readonly #dependencies: RequestContextDependencies;
  readonly #idempotencyKey: string | null;
  readonly #subscription: SubscriptionMetadata | null;
  #dryRun: DryRun<unknown> | null = null;
  #effects: ChangeEffects | null = null;
  #loaders = new Map<object, DataLoader<unknown, unknown, string>>();

  constructor(
    dependencies: RequestContextDependencies,
    session: Session | null,
    idempotencyKey: string | null,
    isPrepared = false,
    subscription: SubscriptionMetadata | null = null,
    language: Language = DEFAULT_LANGUAGE,
  ) {
    this.#dependencies = dependencies;
    this.isPrepared = isPrepared;
    this.language = language;
    this.budget = new OperationBudget(
      isPrepared || subscription !== null ? Number.POSITIVE_INFINITY : undefined,
    );
    this.session = session;
    this.#idempotencyKey = idempotencyKey;
    this.#subscription = subscription;
  }

  /** The caller. @throws RequestError `missing-token` for an anonymous request. */
  get caller(): Session {
    if (this.session === null) throw new RequestError('missing-token', localized('token-required'));
    return this.session;
  }

  /** Metadata of the subscription that is being opened; only its source may read this. */
  get subscription(): SubscriptionMetadata {
    if (this.#subscription === null) throw new Error('Only the source of a subscription may ask for this.');
    return this.#subscription;
  }

  /** Makes the links to files. */
  get links(): FileLinks {
    return this.#dependencies.links;
  }

  /** Storage for the bytes of files. */
  get storage(): ObjectStorage {
    return this.#dependencies.storage;
  }

  /** The time, as operations see it. */
  get now(): Date {
    return this.#dependencies.clock.now();
  }

  /** Keeps secrets that have to be read again. */
  get vault(): Vault {
    return this.#dependencies.vault;
  }

  /** Policy for the addresses to which requests on behalf of tenants may go. */
  get outboundPolicy(): OutboundPolicy {
    return this.#dependencies.outboundPolicy;
  }

  /** Fetches files from URLs that callers name. */
  get downloads(): DownloadClient {
    return this.#dependencies.downloads;
  }

  /** True while the field of a dry run is being resolved. */
  get isDryRun(): boolean {
    return this.#dryRun !== null;
  }

  /** Effects of the current dry run on objects; null if there is none, or nothing selects them. */
  get effects(): ChangeEffects | null {
    return this.#effects;
  }

  /** Prisma client for the current field: it reads the stored state, or the state that a dry run would leave. */
  get prisma(): PrismaClient {
    return this.#dryRun?.state.prisma ?? this.#dependencies.database.of(this.caller.organizationId).prisma;
  }

  read<Input, Output>(
    operation: ReadOperation<PrismaReadContext, Input, Output>,
    input: Input,
  ): Promise<Output> {
    return this.#dependencies.runner.read(this.caller, operation, input, this.#dryRun?.state, this.budget);
  }

  /** Runs a writing operation and adds to the payload that it was a dry run or not. */
  async write<Input, Output extends object>(
    operation: WriteOperation<WriteContext, Input, Output>,
    input: Input,
    /** `effectsOf` is the input whose effects on objects the response has; null for none. */
    options: WriteOptions & { readonly effectsOf?: Input | null },
  ): Promise<Output & { readonly dryRun: boolean }> {
    await this.endDryRun();
    this.#loaders = new Map();
    const { runner } = this.#dependencies;
    const { effectsOf = null } = options;
    this.#effects =
      effectsOf === null ? null : await runner.previewEffects(this.caller, operation, effectsOf, this.budget);
    if (options.dryRun === true) {
      const dryRun = await runner.dryRun(this.caller, operation, input);
      this.budget.restartDeadline();
      this.#dryRun = dryRun;
      return { ...dryRun.output, dryRun: true };
    }
    const idempotencyKey = options.idempotencyKey ?? this.#idempotencyKey;
    const { output, replayed } = await runner.write(this.caller, operation, input, { idempotencyKey });
    this.budget.restartDeadline();
    this.idempotencyReplayed ||= replayed;
    return { ...output, dryRun: false };
  }

  /** Returns what a writing operation would return; its writes are rolled back before this resolves. */
  async tryOut<Input, Output>(
    operation: WriteOperation<WriteContext, Input, Output>,
    input: Input,
  ): Promise<Output> {
    const { output, end } = await this.#dependencies.runner.dryRun(this.caller, operation, input);
    await end();
    return output;
  }

  /** Returns null for an object that does not exist, and notes if it is deleted. */
  async notFound(isDeleted: Promise<boolean>): Promise<null> {
    this.hasFoundDeleted ||= await isDeleted;
    return null;
  }

  /** Rolls back what a dry run left open; runs before the next write and when the response is complete. */
  async endDryRun(): Promise<void> {
    const dryRun = this.#dryRun;
    if (dryRun === null) return;
    this.#dryRun = null;
    this.#effects = null;
    this.#loaders = new Map();
    await dryRun.end();
  }

  /** Looks up an object in a batch; the result is cached for this request. */
  load<Key, Value>(loader: Loader<Key, Value>, key: Key): Promise<Value | null> {
    return this.#instanceOf(loader).load(key);
  }

  /** Stores a value that is available from elsewhere, so that it is not looked up; null stores nothing. */
  prime<Key, Value extends object>(loader: Loader<Key, Value>, key: Key, value: Value | null): void {
    if (value !== null) this.#instanceOf(loader).prime(key, value);
  }

  #instanceOf<Key, Value>(loader: Loader<Key, Value>): DataLoader<Key, Value | null, string> {
    let instance = this.#loaders.get(loader) as DataLoader<Key, Value | null, string> | undefined;
    if (instance === undefined) {
      const options = { cacheKeyFn: loader.keyOf, maxBatchSize: 1_000 };
      instance = new DataLoader(
        async (keys: readonly Key[]) => loadBatch(loader, this.#readWork(), keys),
        options,
      );
      this.#loaders.set(loader, instance as DataLoader<unknown, unknown, string>);
    }
    return instance;
  }

  #readWork(): PrismaReadContext {
    const { database, runner, cursors, clock } = this.#dependencies;
    const { caller } = this;
    const { organizationId } = caller;
    const stored = database.of(organizationId);
    const state = this.#dryRun?.state;
    return {
      ...budgeted(state?.transaction ?? pgTransaction(stored.pool), this.budget),
      budget: this.budget,
      get prisma() {
        return state?.prisma ?? stored.prisma;
      },
      cursors: cursors.of(organizationId),
      session: caller,
      modules: runner.modules,
      now: clock.now(),
      // A dry run sees uncommitted rows.
      rowCounts: state === undefined ? runner.rowCounts : undefined,
    };
  }
}
