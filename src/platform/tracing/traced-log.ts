import type { Log } from '../log.ts';
import { readTraceContext } from './trace-context.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

/** A log whose lines say of which trace and span they are: `trace_id`, `span_id`. */
export function tracedLog(log: Log, tracing: Tracing): Log {
  if (tracing === NO_TRACING) return log;
  const traced = (facts: object): object => {
    const { traceId, spanId } = readTraceContext(tracing.present()?.text ?? null) ?? {};
    return traceId === undefined ? facts : { trace_id: traceId, span_id: spanId, ...facts };
  };
  return {
    debug: (facts, message) => log.debug(traced(facts), message),
    info: (facts, message) => log.info(traced(facts), message),
    warn: (facts, message) => log.warn(traced(facts), message),
    error: (facts, message) => log.error(traced(facts), message),
  };
}
