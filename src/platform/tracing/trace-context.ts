/** Reference to a span for those who continue its trace. */
export interface SpanReference {
  /** 32 and 16 hexadecimal digits, not all of them zero. */
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  /** State that tracing systems on the way have added (`tracestate`), unchanged; null when there is none. */
  readonly state: string | null;
}

/** Maximum length of their state that is passed on; at least so much has to be (W3C Trace Context, 3.3.1.5). */
const LONGEST_STATE = 512;

// Later versions may append to it, the first one must not (W3C Trace Context, 3.2 and 4).
const TRACEPARENT =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?!0{32})(?<traceId>[0-9a-f]{32})-(?!0{16})(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
const SAMPLED = 1;

/** Reads `traceparent`, with `tracestate` behind a blank; null for what is none, which is as if nothing had come. */
export function readTraceContext(text: string | null): SpanReference | null {
  const [traceparent = '', ...rest] = (text ?? '').trim().split(' ');
  const { version, traceId, spanId, flags, more } = TRACEPARENT.exec(traceparent)?.groups ?? {};
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === '00' && more !== undefined) return null;
  const state = rest.join(' ').trim();
  const isSampled = (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED;
  return { traceId, spanId, isSampled, state: state === '' || state.length > LONGEST_STATE ? null : state };
}

/** Writes a span in the form that `readTraceContext` reads. */
export function writeTraceContext({ traceId, spanId, isSampled, state }: SpanReference): string {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return state === null ? traceparent : `${traceparent} ${state}`;
}

/** Returns the headers of a request that continues a trace. */
export function toTraceHeaders(text: string): Readonly<Record<string, string>> {
  const [traceparent = '', ...state] = text.split(' ');
  return { traceparent, ...(state.length === 0 ? {} : { tracestate: state.join(' ') }) };
}

/** Returns the trace that the headers of a request name; null when they name none. */
export function traceContextFromHeaders(header: (name: string) => string | undefined): string | null {
  const traceparent = header('traceparent');
  if (traceparent === undefined) return null;
  return `${traceparent.trim()} ${header('tracestate') ?? ''}`.trim();
}
