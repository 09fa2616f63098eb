// Risk: a collector that is slow or away takes memory without end, or spans are part of what they are not.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotFound } from '../../../src/kernel/errors.ts';
import type { Log } from '../../../src/platform/log.ts';
import { openTracing } from '../../../src/platform/tracing/open-tracing.ts';
import { tracedLog } from '../../../src/platform/tracing/traced-log.ts';
import type { Tracing } from '../../../src/platform/tracing/tracing.ts';
import type { TracingSettings } from '../../../src/platform/tracing/tracing-settings.ts';
import { type Collector, startCollector } from '../../support/collector.ts';
import { silentLog } from '../../support/silent-log.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const open = (settings: Partial<TracingSettings> = {}, log: Log = silentLog): Tracing =>
  openTracing(
    {
      url: `${collector.url}/v1/traces`,
      headers: {},
      serviceName: 'test',
      resourceAttributes: {},
      sampler: 'parentbased_always_on',
      ratio: 1,
      ...settings,
    },
    '0.0.0',
    log,
  );
const nothing = async () => undefined;
const names = () => collector.spans.map(({ name }) => name);

test('work is below the span around it as long as that is open, and below the next one afterwards', async () => {
  const tracing = open();
  const late = Promise.withResolvers<void>();
  let later: Promise<unknown> | undefined;
  await tracing.withSpan('without a span around it', {}, nothing);
  await tracing.withRootSpan('request', { parent: PARENT }, async () => {
    await tracing.withSpan('operation', {}, async () => {
      await tracing.withSpan('statement', {}, nothing);
      later = late.promise.then(() => tracing.withSpan('late statement', {}, nothing));
      tracing.detached(() => void tracing.withSpan('what others do', {}, nothing));
    });
    late.resolve();
    await later;
  });
  expect(tracing.currentContext()).toBe(null);
  await tracing.close();
  const parents = new Map(collector.spans.map(({ name, parentSpanId }) => [name, parentSpanId]));
  const idOf = (name: string) => collector.spans.find((span) => span.name === name)?.spanId;
  expect([...parents]).toEqual([
    ['statement', idOf('operation')],
    ['operation', idOf('request')],
    ['late statement', idOf('request')],
    ['request', '00f067aa0ba902b7'],
  ]);
});

test('a failure is told by its kind, never by its words', async () => {
  const tracing = open();
  await tracing
    .withRootSpan('fails', {}, async () => {
      throw new TypeError('secret of somebody');
    })
    .catch(() => undefined);
  await tracing
    .withRootSpan('says no', {}, async () => {
      throw NotFound.of('product', 'LAMP-1');
    })
    .catch(() => undefined);
  await tracing.close();
  expect(
    collector.spans.map(({ name, attributes, isError }) => [name, attributes['error.type'], isError]),
  ).toEqual([
    ['fails', 'TypeError', true],
    ['says no', 'not-found', false],
  ]);
  expect(collector.requests.map(({ body }) => body).join()).not.toMatch(/somebody|LAMP/);
});

test('a collector that never answers is sent what can wait for it, and what exceeds that is lost', async () => {
  collector.answer = 'never';
  const tracing = open();
  for (let begun = 0; begun < 10_000; begun += 1) await tracing.withRootSpan('request', {}, nothing);
  const closedAt = performance.now();
  await tracing.close();
  expect(performance.now() - closedAt).toBeLessThan(3_000);
  // 512 that were on their way, and the 2,048 that waited.
  expect(collector.spans).toHaveLength(2_560);
});

test('a collector that refuses is told of in the log, once a minute', async () => {
  collector.answer = 400;
  const warned: object[] = [];
  const log = {
    ...silentLog,
    warn: (fields: object, message?: string) => void warned.push({ fields, message }),
  };
  const tracing = open({}, log);
  for (let begun = 0; begun < 1_024; begun += 1) await tracing.withRootSpan('request', {}, nothing);
  await tracing.close();
  expect(collector.requests).toHaveLength(2);
  expect(warned).toEqual([
    { fields: { spans: 512, reason: 'Bad Request' }, message: 'traces could not be sent' },
  ]);
});

test.each([
  ['always_off', 1, '01', []],
  ['always_on', 1, '00', ['request', 'operation']],
  ['traceidratio', 0, '01', []],
  ['traceidratio', 1, '00', ['request', 'operation']],
  ['parentbased_always_off', 1, '01', ['request', 'operation']],
  ['parentbased_always_on', 1, '00', []],
  ['parentbased_traceidratio', 0, '01', ['request', 'operation']],
] as const)('%s %d records of a trace with the flags %s: %j', async (sampler, ratio, flags, recorded) => {
  const tracing = open({ sampler, ratio });
  const parent = `00-${TRACE}-00f067aa0ba902b7-${flags}`;
  let isSampled: boolean | undefined;
  await tracing.withRootSpan('request', { parent }, () =>
    tracing.withSpan('operation', {}, async () => {
      isSampled = tracing.currentContext()?.isSampled;
    }),
  );
  await tracing.close();
  expect(names().toSorted()).toEqual([...recorded].toSorted());
  // What goes on elsewhere follows.
  expect(isSampled).toBe(recorded.length > 0);
});

test('lines of the log say where they belong, and nothing outside of a span', async () => {
  const lines: object[] = [];
  const tracing = open();
  const log = tracedLog({ ...silentLog, info: (fields) => void lines.push(fields) }, tracing);
  log.info({ at: 'outside' });
  await tracing.withRootSpan('request', { parent: PARENT }, async () => log.info({ at: 'inside' }));
  await tracing.close();
  const spanId = collector.spans[0]?.spanId;
  expect(lines).toEqual([{ at: 'outside' }, { trace_id: TRACE, span_id: spanId, at: 'inside' }]);
});
