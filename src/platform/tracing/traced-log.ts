import type { Log } from '../log.ts';
import { readTraceContext } from './trace-context.ts';
import { NO_TRACING, type Tracing } from './tracing.ts';

/** Returns a log whose lines name their trace and span: `trace_id`, `span_id`. */
export function tracedLog(log: Log, tracing: Tracing): Log {
  if (tracing === NO_TRACING) return log;
  const traced = (fields: object): object => {
    const { traceId, spanId } = readTraceContext(tracing.currentContext()?.text ?? null) ?? {};
    return traceId === undefined ? fields : { trace_id: traceId, span_id: spanId, ...fields };
  };
  return {
    debug: (fields, message) => log.debug(traced(fields), message),
    info: (fields, message) => log.info(traced(fields), message),
    warn: (fields, message) => log.warn(traced(fields), message),
    error: (fields, message) => log.error(traced(fields), message),
  };
}
