// Risk: an attempt is part of a trace that it is none of, or takes the place of a header that an endpoint sends.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedRequest } from '../../src/modules/webhook/index.ts';
import { openOutboundClient } from '../../src/platform/outbound/outbound.ts';
import { openTracing } from '../../src/platform/tracing/open-tracing.ts';
import { NO_TRACING, type Tracing } from '../../src/platform/tracing/tracing.ts';
import { tracedPost } from '../../src/worker/traced-post.ts';
import { type Collector, startCollector } from '../support/collector.ts';
import { silentLog } from '../support/silent-log.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const EVENT_AT = '2026-11-21T12:00:00.000Z';
const outbound = openOutboundClient({ allowPrivateAddresses: true });

let collector: Collector;
let receiver: WebhookReceiver;
let tracing: Tracing;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startWebhookReceiver();
});
beforeEach(() => {
  collector.spans.splice(0);
  receiver.received.splice(0);
  tracing = openTracing(
    {
      url: `${collector.url}/v1/traces`,
      headers: {},
      serviceName: 'test',
      resourceAttributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
    },
    '0.0.0',
    silentLog,
  );
});
afterAll(async () => {
  await outbound.close();
  await receiver.close();
  await collector.close();
});

type Change = Partial<Omit<SignedRequest, 'delivery'>> & {
  readonly kind?: 'event' | 'replay' | 'redelivery' | 'ping';
};

/** Sends one delivery; answers the spans of it and what the receiver was told of the trace. */
async function attempted({ kind = 'event', ...change }: Change, through: Tracing = tracing) {
  const delivery = {
    id: '01a00000-0000-7000-8000-000000000001',
    endpointId: '01a00000-0000-7000-8000-000000000002',
    eventId: '01a00000-0000-7000-8000-000000000003',
    eventType: 'product.created',
    eventAt: EVENT_AT,
    lane: '01a00000-0000-7000-8000-000000000004',
    kind,
    attempt: 1,
    failures: 0,
    isEndpointActive: true,
    endpointFailures: 0,
  };
  const request: SignedRequest = {
    delivery,
    url: `${receiver.url}/hook`,
    headers: {},
    body: Buffer.from('{}'),
    trace: `00-${TRACE}-${SPAN}-01`,
    isOfJob: false,
    startedAt: new Date(EVENT_AT),
    ...change,
  };
  expect((await tracedPost(outbound, through)(request, 5_000)).statusCode).toBe(200);
  await tracing.close();
  const spans = collector.spans.map(({ parentSpanId, links }) => ({ parent: parentSpanId, links }));
  return { spans, reported: receiver.received[0]?.headers.traceparent };
}

const LINKED = [{ parent: '', links: [`${TRACE} ${SPAN}`] }];
const PART = [{ parent: SPAN, links: [] }];
const laterBy = (ms: number) => ({ startedAt: new Date(Date.parse(EVENT_AT) + ms) });

test.each([
  ['soon after the event', {}, PART],
  ['an hour after it', laterBy(3_600_000), PART],
  ['more than an hour after it', laterBy(3_600_001), LINKED],
  ['of an event of a job', { isOfJob: true }, LINKED],
  ['of a replay', { kind: 'replay' }, LINKED],
  ['of a redelivery', { kind: 'redelivery' }, LINKED],
  ['of a ping', { kind: 'ping', trace: null }, [{ parent: '', links: [] }]],
  ['of an event that nobody traced', { trace: null }, []],
] as const)('an attempt %s', async (_what, change, expected) => {
  const { spans, reported } = await attempted(change);
  expect(spans).toEqual(expected);
  expect(typeof reported).toBe(expected.length === 0 ? 'undefined' : 'string');
});

test('without tracing nothing is told to anybody', async () => {
  expect(await attempted({}, NO_TRACING)).toEqual({ spans: [], reported: undefined });
});
