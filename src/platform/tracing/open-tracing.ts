import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  createTraceState,
  type Link,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { DomainError, RequestError } from '../../kernel/errors.ts';
import { type Log, redactSecrets } from '../log.ts';
import { newId } from '../new-id.ts';
import { readTraceContext, writeTraceContext } from './trace-context.ts';
import {
  NO_SPAN,
  type Span,
  type SpanAttributes,
  type SpanParent,
  type SpanSettings,
  type Tracing,
} from './tracing.ts';
import type { SamplerName, TracingSettings } from './tracing-settings.ts';

/** Number of spans that wait to be sent; further ones are lost, and nobody is slowed down. */
const MAX_QUEUED_SPANS = 2_048;
/** Number of spans of one request to the collector, and time that the first of them waits for others. */
const MOST_AT_ONCE = 512;
const GATHER_MS = 1_000;
/** Time that the end of a process waits for the collector. */
const CLOSE_WITHIN_MS = 1_000;
/** Interval at which lost spans are reported. */
const WARN_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** A span and those around it. Work that ends later than its span goes on below the next one that is open. */
interface Frame {
  readonly span: OpenSpan;
  readonly around: Frame | null;
  isOpen: boolean;
}

/**
 * Opens traces by OpenTelemetry, sent as OTLP over HTTP (JSON). Nothing is registered for the whole process: only
 * spans that are begun here exist, whatever libraries would like to add.
 *
 * @param version version of the program
 */
export function openTracing(settings: TracingSettings, version: string, log: Log): Tracing {
  const agents: http.Agent[] = [];
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: { ...settings.headers },
    httpAgentOptions: (protocol) => {
      const agent = new (protocol === 'https:' ? https : http).Agent({ keepAlive: true });
      agents.push(agent);
      return agent;
    },
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        'service.instance.id': newId(),
        ...settings.resourceAttributes,
        'service.name': settings.serviceName,
      }),
    ),
    sampler: samplerOf(settings.sampler, settings.ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingLosses(exporter, log),
        maxQueueSize: MAX_QUEUED_SPANS,
        maxExportBatchSize: MOST_AT_ONCE,
        scheduledDelayMillis: GATHER_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('catalograph', version);
  const frames = new AsyncLocalStorage<Frame | null>();

  const presentFrame = (): Frame | null => {
    let frame = frames.getStore() ?? null;
    while (frame !== null && !frame.isOpen) frame = frame.around;
    return frame;
  };
  const start = (
    name: string,
    { kind, attributes = {} }: SpanSettings,
    context: Context,
    links: readonly Link[],
  ) =>
    tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        attributes: sanitized(attributes),
        links: [...links],
      },
      context,
    );
  const run = async <Result>(
    span: OpenSpan,
    around: Frame | null,
    task: (span: Span) => Promise<Result>,
  ): Promise<Result> => {
    const frame: Frame = { span, around, isOpen: true };
    const reported = span.isRecording() ? spanOf(span) : NO_SPAN;
    try {
      return await frames.run(frame, () => task(reported));
    } catch (error) {
      failBy(span, error);
      throw error;
    } finally {
      frame.isOpen = false;
      span.end();
    }
  };
  return {
    withSpan(name, settings, task) {
      const around = presentFrame();
      if (around === null || !around.span.isRecording()) return task(NO_SPAN);
      return run(start(name, settings, trace.setSpan(ROOT_CONTEXT, around.span), []), around, task);
    },
    withRootSpan(name, settings, task) {
      const { context, links } = comingFrom(settings);
      return run(start(name, settings, context, links), null, task);
    },
    detached: (task) => frames.run(null, task),
    currentContext() {
      const frame = presentFrame();
      if (frame === null) return null;
      const { traceId, spanId, traceFlags, traceState } = frame.span.spanContext();
      const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
      const state = traceState?.serialize() || null;
      return { text: writeTraceContext({ traceId, spanId, isSampled, state }), isSampled };
    },
    async close() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
      // A collector that does not respond shall not keep the process from ending.
      for (const agent of agents) agent.destroy();
    },
  };
}

function comingFrom({ parent = null, link = null }: SpanParent): { context: Context; links: Link[] } {
  const above = contextOf(parent);
  const linkedContext = contextOf(link);
  return {
    context: above === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, above),
    links: linkedContext === null ? [] : [{ context: linkedContext }],
  };
}

function contextOf(text: string | null): SpanContext | null {
  const read = readTraceContext(text);
  if (read === null) return null;
  const { traceId, spanId, isSampled, state } = read;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  // The state of the header is exported unchanged, so one with a secret is dropped.
  const isClean = state !== null && redactSecrets(state) === state;
  const traceState = isClean ? { traceState: createTraceState(state) } : {};
  return { traceId, spanId, traceFlags, isRemote: true, ...traceState };
}

function spanOf(span: OpenSpan): Span {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(sanitized(attributes)),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}

/** Marks a span as failed by the kind of its error alone: message and stack may hold input. */
function failBy(span: OpenSpan, error: unknown): void {
  if (error instanceof DomainError || error instanceof RequestError) {
    span.setAttribute('error.type', error.code);
    // A rejection is a response like any other.
    if (error.status < 500) return;
  } else span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Cuts out secrets that are recognized by their form, as in the log: a client may have called its request by one. */
function sanitized(attributes: SpanAttributes): SpanAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? redactSecrets(value) : value,
    ]),
  );
}

function samplerOf(name: SamplerName, ratio: number): Sampler {
  const isByParent = name.startsWith('parentbased_');
  const root = rootSampler(name.replace('parentbased_', ''), ratio);
  return isByParent ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Logs when the collector does not take what it is sent. */
function reportingLosses(exporter: SpanExporter, log: Log): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.code !== 0 && now - reportedAt > WARN_EVERY_MS) {
          reportedAt = now;
          log.warn({ spans: spans.length, reason: result.error?.message }, 'traces could not be sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
