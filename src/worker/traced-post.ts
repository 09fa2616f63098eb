import { encodeId } from '../kernel/ids.ts';
import { type AttemptResponse, attemptOutcome, type SignedRequest } from '../modules/webhook/index.ts';
import type { OutboundClient } from '../platform/outbound/outbound.ts';
import { toTraceHeaders } from '../platform/tracing/trace-context.ts';
import {
  NO_TRACING,
  type SpanAttributes,
  type SpanParent,
  spanOriginAfter,
  type Tracing,
} from '../platform/tracing/tracing.ts';

/** Sends a delivery; returns its result and never rejects. */
type Post = (request: SignedRequest, timeoutMs: number) => Promise<AttemptResponse>;

/**
 * Sends deliveries, each attempt in a span of the trace that wrote the event, and passes the span to the receiver in
 * `traceparent`. Where the event was not recorded, its attempts are not.
 */
export function tracedPost(outbound: OutboundClient, tracing: Tracing): Post {
  const plain: Post = ({ url, headers, body }, timeoutMs) => outbound.post({ url, headers, body, timeoutMs });
  if (tracing === NO_TRACING) return plain;
  return (request, timeoutMs) => {
    if (request.trace === null && request.delivery.kind !== 'ping') return plain(request, timeoutMs);
    const settings = { kind: 'client' as const, attributes: metadataOf(request), ...originOf(request) };
    return tracing.withRootSpan('webhook attempt', settings, async (span) => {
      const headers = { ...request.headers, ...headersFor(tracing) };
      const response = await plain({ ...request, headers }, timeoutMs);
      const { statusCode } = response;
      const verdict = attemptOutcome(response);
      span.set({
        'catalograph.webhook.outcome': verdict,
        ...(statusCode === null ? {} : { 'http.response.status_code': statusCode }),
      });
      if (verdict !== 'succeeded') span.fail(statusCode === null ? 'no_answer' : String(statusCode));
      return response;
    });
  };
}

/**
 * Attempts belong to the trace of the mutation. An attempt hours later, a requested repetition, or one of thousands
 * that a job has caused has a trace of its own with a link: nobody could read the whole of those.
 */
function originOf({ trace, isOfJob, delivery, startedAt }: SignedRequest): SpanParent {
  const ageMs = startedAt.getTime() - Date.parse(delivery.eventAt);
  return delivery.kind === 'event' && !isOfJob ? spanOriginAfter(trace, ageMs) : { link: trace };
}

function metadataOf({ delivery, url }: SignedRequest): SpanAttributes {
  const { hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': 'POST',
    'http.request.resend_count': delivery.attempt - 1,
    // The path is left out: it is a secret of its own with many receivers.
    'server.address': hostname,
    'server.port': port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port),
    'messaging.message.id': encodeId('Event', delivery.eventId),
    'catalograph.event.type': delivery.eventType,
    'catalograph.delivery.id': encodeId('WebhookDelivery', delivery.id),
    'catalograph.delivery.kind': delivery.kind,
    'catalograph.delivery.attempt': delivery.attempt,
  };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Returns the trace headers of the present span, for the receiver of a request. */
function headersFor(tracing: Tracing): Readonly<Record<string, string>> {
  const present = tracing.currentContext();
  return present?.isSampled === true ? toTraceHeaders(present.text) : {};
}
