import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as a receiver gets it. */
export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, parsed. */
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly data: { readonly id: string; readonly sku: string; readonly version: number };
  };
}

/** What a receiver does about one delivery: answers with a status, or behaves badly. */
export type ReceiverBehavior =
  | number
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'hang'
  | 'reset'
  | 'slow headers'
  | 'slow body'
  | 'no HTTP';

/** A real HTTP server of this machine, in the place of somebody else's. */
export interface WebhookReceiver {
  readonly url: string;
  readonly port: number;
  /** Everything that came, oldest first. */
  readonly received: ReceivedDelivery[];
  /** Connections that were opened to it. */
  readonly connections: number;
  /** The most requests it was busy with at once. */
  readonly mostAtOnce: number;
  /** Decides what to do; 200 for everything unless it is set. */
  script: (delivery: ReceivedDelivery) => ReceiverBehavior | Promise<ReceiverBehavior>;
  close(): Promise<void>;
}

export async function startWebhookReceiver(port = 0): Promise<WebhookReceiver> {
  const state = { connections: 0, atOnce: 0, mostAtOnce: 0 };
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    state.atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
    response.once('close', () => {
      state.atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const delivery = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        event: body === '' ? null : JSON.parse(body),
      } as ReceivedDelivery;
      receiver.received.push(delivery);
      behave(response, await receiver.script(delivery), timers);
    });
  });
  server.on('connection', () => {
    state.connections += 1;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    received: [],
    get connections() {
      return state.connections;
    },
    get mostAtOnce() {
      return state.mostAtOnce;
    },
    script: () => 200,
    async close() {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

function behave(response: ServerResponse, behaviour: ReceiverBehavior, timers: Set<NodeJS.Timeout>): void {
  if (typeof behaviour === 'number') return void response.writeHead(behaviour).end('thanks');
  if (typeof behaviour === 'object') {
    return void response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
  }
  const drip = (piece: () => void) => void timers.add(setInterval(piece, 50));
  const { socket } = response;
  if (behaviour === 'reset') socket?.resetAndDestroy();
  else if (behaviour === 'no HTTP') socket?.end('this is no HTTP\r\n\r\n');
  else if (behaviour === 'slow headers') {
    socket?.write('HTTP/1.1 200 OK\r\n');
    drip(() => socket?.write('x-drop: 1\r\n'));
  } else if (behaviour === 'slow body') {
    response.writeHead(200);
    drip(() => response.write('.'));
  }
}
