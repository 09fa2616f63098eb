import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** What a proxy does with those who go through it. */
export type ProxyMode = 'pass' | 'refuse' | 'silent';

/** Stands between a program and its database, and can take the database away. */
export interface FaultInjectionProxy {
  readonly port: number;
  /**
   * `refuse` cuts every connection and takes no new one, as a server that has ended; `silent` keeps them and passes
   * nothing on, as a machine that was unplugged, whose connections are lost once it is there again.
   */
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultInjectionProxy(target: {
  host: string;
  port: number;
}): Promise<FaultInjectionProxy> {
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const join = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const open = () =>
    createServer((incoming) => {
      join(incoming);
      if (mode === 'silent') return void incoming.pause();
      const outgoing = dial(target);
      join(outgoing);
      const relay = (from: Socket, to: Socket) => {
        from.on('data', (bytes) => {
          if (mode !== 'silent') to.write(bytes);
        });
        from.once('close', () => {
          if (mode !== 'silent') to.destroy();
        });
      };
      relay(incoming, outgoing);
      relay(outgoing, incoming);
    });
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const listenAt = async (port: number): Promise<Server> => {
    const server = open().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const stop = async (server: Server) => {
    server.close();
    cutAll();
    await once(server, 'close');
  };
  let server: Server | null = await listenAt(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async set(next) {
      const before = mode;
      mode = next;
      if (next === 'refuse' && server !== null) {
        await stop(server);
        server = null;
      }
      if (next !== 'refuse') server ??= await listenAt(port);
      if (before === 'silent' && next === 'pass') cutAll();
    },
    async close() {
      if (server !== null) await stop(server);
      cutAll();
    },
  };
}
