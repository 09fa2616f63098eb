import { type IncomingMessage, request } from 'node:http';

/** A message of a stream, or the end that its server announced. */
export interface StreamMessage {
  readonly event: string;
  readonly id: string | null;
  readonly data: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly {
      readonly message: string;
      readonly extensions: Readonly<Record<string, unknown>>;
    }[];
  } | null;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next message, comments left out; null once the connection has ended. */
  next(): Promise<StreamMessage | null>;
  /** The next so many messages. */
  take(count: number): Promise<StreamMessage[]>;
  /** Everything there is until the end. */
  rest(): Promise<StreamMessage[]>;
  /** The next comment, which is how a server says that it is still there. */
  comment(): Promise<void>;
  /** Goes away without a word. */
  close(): void;
}

/** Asks for a subscription as a client of server-sent events does, reading no faster than its messages are taken. */
export async function openStream(
  url: string,
  query: string,
  options: {
    readonly token?: string | null;
    readonly variables?: object;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<EventStream> {
  const { token = null, variables = {}, headers = {} } = options;
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(
      `${url}/graphql?${parameters}`,
      {
        // A connection of its own, so that closing it is seen by the server.
        agent: false,
        headers: {
          accept: 'text/event-stream',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });
  const blocks = blocksOf(response);
  const next = async (): Promise<StreamMessage | null> => {
    for (;;) {
      const { value, done } = await blocks.next();
      if (done === true) return null;
      if (!value.startsWith(':')) return toMessage(value);
    }
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    next,
    async take(count) {
      const messages: StreamMessage[] = [];
      for (let message = await next(); message !== null; message = await next()) {
        messages.push(message);
        if (messages.length === count) return messages;
      }
      throw new Error(`The stream ended after ${messages.length} of ${count} messages.`);
    },
    async rest() {
      const messages: StreamMessage[] = [];
      for (let message = await next(); message !== null; message = await next()) messages.push(message);
      return messages;
    },
    async comment() {
      const { value } = await blocks.next();
      if (value?.startsWith(':') !== true) throw new Error(`This is no comment: ${value}`);
    },
    close: () => void response.destroy(),
  };
}

/** The parts of a stream between empty lines. */
async function* blocksOf(response: IncomingMessage): AsyncGenerator<string, undefined> {
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
      }
    }
  } catch (error) {
    // A connection that was cut off is an end like any other here.
    if (!response.destroyed) throw error;
  }
}

function toMessage(block: string): StreamMessage {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const data = fields.get('data') ?? '';
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id') ?? null,
    data: data === '' ? null : JSON.parse(data),
  };
}
