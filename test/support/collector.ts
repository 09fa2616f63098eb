import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the tests look at it. */
export interface CollectedSpan {
  /** `service.name` of the process that sent it. */
  readonly service: string;
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly traceState: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Trace and span of each. */
  readonly links: readonly string[];
  readonly isError: boolean;
}

interface Named {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly boolValue?: boolean;
    readonly doubleValue?: number;
  };
}
interface SentSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly attributes?: readonly Named[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Named[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];

/** A real collector of OpenTelemetry: takes OTLP over HTTP as JSON. */
export type Collector = Awaited<ReturnType<typeof startCollector>>;

export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const requests: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      requests.push({ headers: request.headers, body });
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as Sent));
      if (collector.answer !== 'never')
        response.writeHead(collector.answer, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All that came, in the order in which they ended. */
    spans,
    requests,
    /** The status of all answers. */
    answer: 200 as number | 'never',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

function spansOf({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap((scope) => scope.spans)
      .map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name: span.name,
        kind: KINDS[span.kind] ?? '',
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        traceState: span.traceState ?? '',
        attributes: valuesOf(span.attributes ?? []),
        links: (span.links ?? []).map((link) => `${link.traceId} ${link.spanId}`),
        isError: span.status?.code === 2,
      })),
  );
}

const valuesOf = (attributes: readonly Named[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue ?? value.doubleValue ?? '',
    ]),
  );
