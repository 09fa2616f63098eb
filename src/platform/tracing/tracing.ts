/** Attributes of a span; never a value of a product, a query, an address with its path, or anything secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A stretch of work that is recorded while its task runs. */
export interface Span {
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. @param type a name of the program or a status; never a message, which may hold values */
  fail(type: string): void;
}

export interface SpanSettings {
  /** Kind of the span; work inside this process when left out. */
  readonly kind?: 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes?: SpanAttributes;
}

/** Origin of a span that begins by itself, each in the form of {@link TraceContext.text}. */
export interface SpanParent {
  /** The span that it is part of; one that cannot be read, or null, begins a trace. */
  readonly parent?: string | null;
  /** A span of another trace that brought it about. */
  readonly link?: string | null;
}

/**
 * Time for which a trace is continued: collectors decide about a trace and put it away within minutes or hours; later
 * spans would be its scattered rest.
 */
const FOLLOWED_FOR_MS = 3_600_000;

/**
 * Returns the origin of a span that begins so long after its cause: within an hour, which takes in the first four
 * repetitions of a delivery, it is part of that trace, and later it has one of its own with a link.
 */
export const spanOriginAfter = (trace: string | null, ageMs: number): SpanParent =>
  ageMs <= FOLLOWED_FOR_MS ? { parent: trace } : { link: trace };

/** The present span, for work that continues elsewhere or later. */
export interface TraceContext {
  /** The context as W3C Trace Context writes it: `traceparent`, and after a blank `tracestate` where there is one. */
  readonly text: string;
  /** False when the trace is not recorded; then its continuation is not either. */
  readonly isSampled: boolean;
}

/** Records the work of this process, and continues traces that began elsewhere. */
export interface Tracing {
  /** Runs a task in a span below the present one. Where there is none that is recorded it just runs, at once. */
  withSpan<Result>(
    name: string,
    settings: SpanSettings,
    task: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  /** Runs a task in a span that is below none of this process. */
  withRootSpan<Result>(
    name: string,
    settings: SpanSettings & SpanParent,
    task: (span: Span) => Promise<Result>,
  ): Promise<Result>;
  /** Runs something that the present span only sets off, so that what it does is none of its parts. */
  detached(task: () => void): void;
  /** Returns the present context; null where nothing is traced. */
  currentContext(): TraceContext | null;
  /** Sends what was recorded, as far as that can be done within a second. */
  close(): Promise<void>;
}

/** A span that nobody records. */
export const NO_SPAN: Span = {
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
};

/** Tracing for processes whose traces nobody collects. */
export const NO_TRACING: Tracing = {
  withSpan: (_name, _settings, task) => task(NO_SPAN),
  withRootSpan: (_name, _settings, task) => task(NO_SPAN),
  detached: (task) => task(),
  currentContext: () => null,
  close: async () => undefined,
};
