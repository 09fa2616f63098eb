import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { RequestError } from '../../../kernel/errors.ts';
import type { AppEnv } from '../app-env.ts';
import { errorResponse } from '../error-response.ts';
import { type BodyLimit, bodyLimitOf } from './body-limits.ts';
import type { ErrorResponder } from './limit-requests.ts';

/**
 * Rejects bodies over their limit before any API sees them. A stated length is enough to go by, because the server
 * reads no more than that; a body of unknown length is counted while its API reads it, and ends at the limit.
 *
 * @param faultAnswers by path, for APIs whose errors are no problem details (RFC 9457)
 */
export function limitBodies(
  maximumUploadBytes: number,
  faultAnswers: ReadonlyMap<string, ErrorResponder>,
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { method, path } = context.req;
    const contentType = context.req.header('content-type') ?? '';
    const limit = bodyLimitOf({ method, path, contentType }, maximumUploadBytes);
    const refuse = () => (faultAnswers.get(path) ?? errorResponse)(limit.refusal(), context);
    const length = context.req.header('content-length');
    if (length !== undefined) return Number(length) > limit.bytes ? refuse() : next();
    const { raw } = context.req;
    if (raw.body === null) return next();
    const { body, isOver } = countedBody(raw.body, limit);
    context.req.raw = new Request(raw, { body, duplex: 'half' } as RequestInit);
    await next();
    if (!isOver()) return;
    // Whatever the API made of a body that broke off, this is why.
    context.res = undefined;
    context.res = refuse();
  };
}

/**
 * Node's own request, for APIs that read a body from it faster; undefined where the body is counted, and without a
 * port. The body is then read from the context.
 */
export function rawIncoming(context: Context<AppEnv>): IncomingMessage | undefined {
  const incoming = context.env?.incoming;
  return incoming?.headers['transfer-encoding'] === undefined ? incoming : undefined;
}

/**
 * A body that fails at its limit. Neither that nor an API that stops reading cuts the connection, so that a response
 * can still be sent.
 */
function countedBody(source: ReadableStream<Uint8Array>, limit: BodyLimit) {
  const reader = source.getReader();
  let sizeBytes = 0;
  let bodyFault: RequestError | null = null;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        sizeBytes += value.byteLength;
        if (sizeBytes > limit.bytes) {
          bodyFault = limit.refusal();
          controller.error(bodyFault);
        } else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isOver: () => bodyFault !== null };
}
