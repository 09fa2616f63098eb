import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Largest request body, in bytes. */
const BODY_LIMIT_BYTES = 1_000_000;

/**
 * Refuses large bodies. A stated length is enough to go by, because the server reads no more than that; a body that
 * comes in chunks of unknown number is counted while it is read.
 */
export function limitBody(): Plugin {
  return {
    onRequestParse({ request, requestParser, setRequestParser, fetchAPI }) {
      const stated = request.headers.get('content-length');
      if (stated !== null) {
        if (Number(stated) > BODY_LIMIT_BYTES) throw tooLarge();
        return;
      }
      if (requestParser === undefined || request.body === null) return;
      setRequestParser(async ({ url, method, headers, body }) => {
        const content = body === null ? null : await readCounted(body);
        return requestParser(new fetchAPI.Request(url, { method, headers, body: content }));
      });
    },
  };
}

async function readCounted(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    sizeBytes += next.value.byteLength;
    if (sizeBytes > BODY_LIMIT_BYTES) {
      void reader.cancel();
      throw tooLarge();
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/** In the engine's own form, which the error mapping knows beside its other refusals at this level. */
function tooLarge(): GraphQLError {
  return new GraphQLError(`A request body has up to ${BODY_LIMIT_BYTES} bytes.`, {
    extensions: { code: 'REQUEST_ENTITY_TOO_LARGE' },
  });
}
