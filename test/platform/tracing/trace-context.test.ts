// Risk: what a stranger writes into a header ends a request, or becomes part of somebody's trace.
import { expect, test } from 'vitest';
import {
  readTraceContext,
  toTraceHeaders,
  traceContextFromHeaders,
  writeTraceContext,
} from '../../../src/platform/tracing/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('a trace is read from the headers of a request and written into those of the next', () => {
  const headers = new Map([
    ['traceparent', ` 00-${TRACE}-${SPAN}-01 `],
    ['tracestate', 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7'],
  ]);
  const text = traceContextFromHeaders((name) => headers.get(name));
  const read = readTraceContext(text);
  expect(read).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: true,
    state: 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
  });
  if (read === null) throw new Error('It was not read.');
  expect(toTraceHeaders(writeTraceContext(read))).toEqual({
    traceparent: `00-${TRACE}-${SPAN}-01`,
    tracestate: 'congo=t61rcWkgMzE,rojo=00f067aa0ba902b7',
  });
  expect(toTraceHeaders(writeTraceContext({ ...read, isSampled: false, state: null }))).toEqual({
    traceparent: `00-${TRACE}-${SPAN}-00`,
  });
  expect(traceContextFromHeaders(() => undefined)).toBe(null);
});

test.each([
  ['nothing', ''],
  ['a state alone', ' congo=1'],
  ['ids of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['the version that is none', `ff-${TRACE}-${SPAN}-01`],
  ['more than the first version has', `00-${TRACE}-${SPAN}-01-more`],
  ['a short trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['no flags', `00-${TRACE}-${SPAN}`],
  ['two headers in one', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
  ['words', "'; DROP TABLE event; --"],
])('%s is as if nothing had come', (_what, text) => {
  expect(readTraceContext(text)).toBe(null);
});

test('a later version is read as far as it is known, and too long a state is left out', () => {
  expect(readTraceContext(`cc-${TRACE}-${SPAN}-03-what-comes`)).toMatchObject({
    traceId: TRACE,
    isSampled: true,
  });
  expect(readTraceContext(`00-${TRACE}-${SPAN}-02 a=${'x'.repeat(511)}`)).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled: false,
    state: null,
  });
});
