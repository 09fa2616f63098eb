import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A small load balancer: each request goes to the next target that says it is ready. */
export interface RollingProxy {
  readonly url: string;
  /** Where requests may go; those that are not ready are left out. */
  readonly targets: Map<string, { readonly port: number; isReady: boolean }>;
  close(): Promise<void>;
}

/** How often `/readyz` is asked. */
const LOOK_EVERY_MS = 100;

/** Repeats nothing: what a target does not answer is a request that failed, 502. */
export async function startRollingProxy(): Promise<RollingProxy> {
  const targets: RollingProxy['targets'] = new Map();
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const next = () => {
    const ready = [...targets.values()].filter(({ isReady }) => isReady);
    turn += 1;
    return ready[turn % Math.max(ready.length, 1)];
  };
  const server = createServer((incoming, outgoing) => {
    const target = next();
    if (target === undefined) return void outgoing.writeHead(502).end('nobody is ready');
    const { method, url, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: target.port, method, path: url, headers, agent });
    passed.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(String(error));
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      await Promise.all(
        [...targets.values()].map(async (target) => {
          const answer = await fetch(`http://127.0.0.1:${target.port}/readyz`).catch(() => null);
          target.isReady = answer?.status === 200;
        }),
      );
      await pause(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async close() {
      isOver = true;
      await looking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
