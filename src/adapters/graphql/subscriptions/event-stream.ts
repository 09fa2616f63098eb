import type { ExecutionResult, GraphQLError } from 'graphql';

/** A comment this often keeps proxies from closing a quiet stream and tells a client that it still stands. */
const HEARTBEAT_MS = 15_000;

const encoder = new TextEncoder();
const COMMENT = encoder.encode(':\n\n');
const COMPLETE = 'event: complete\ndata:\n\n';
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx holds answers back otherwise.
  'x-accel-buffering': 'no',
};

const positions = new WeakMap<ExecutionResult, string>();

/** Gives a message the `id` that a client sends back as Last-Event-ID when it connects again. */
export function setEventId(message: ExecutionResult, position: string): void {
  positions.set(message, position);
}

/** Returns one result in the form of a stream, for who requested nothing else; errors decide the status. */
export function singleMessageStream(result: ExecutionResult): Response {
  const { status = 200, headers = {} } = (result.errors?.[0]?.extensions.http ?? {}) as {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
  };
  return new Response(`${toText(result)}${COMPLETE}`, { status, headers: { ...HEADERS, ...headers } });
}

/**
 * Sends messages as server-sent events (HTML), in the form of GraphQL over SSE, distinct connections: `next` with a
 * result each, and `complete`. A message is requested when the client has taken the one before, so nothing piles up;
 * when the client goes, `messages.return()` is called at once.
 */
export function eventStream(
  messages: AsyncIterator<ExecutionResult>,
  heartbeatMs: number = HEARTBEAT_MS,
): Response {
  let heartbeat: NodeJS.Timeout;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Some clients take a response for open only when its body begins.
      controller.enqueue(COMMENT);
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(COMMENT);
      }, heartbeatMs).unref();
    },
    async pull(controller) {
      const { value, done } = await messages.next();
      if (done !== true) return controller.enqueue(encoder.encode(toText(value)));
      clearInterval(heartbeat);
      controller.enqueue(encoder.encode(COMPLETE));
      controller.close();
    },
    async cancel() {
      clearInterval(heartbeat);
      await messages.return?.();
    },
  });
  return new Response(body, { headers: HEADERS });
}

function toText(message: ExecutionResult): string {
  const position = positions.get(message);
  const { errors, ...rest } = message;
  const responseBody = errors === undefined ? rest : { ...rest, errors: errors.map(withoutHttp) };
  return `${position === undefined ? '' : `id: ${position}\n`}event: next\ndata: ${JSON.stringify(responseBody)}\n\n`;
}

/** Returns an error without the extensions that are for the server alone. */
function withoutHttp(error: GraphQLError): object {
  const { extensions, ...details } = error.toJSON();
  const { http: _http, ...rest } = extensions ?? {};
  return { ...details, extensions: rest };
}
