import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../prisma/generated/client/client.ts';
import type { Connection } from './transaction.ts';

/**
 * Number of unused clients that stay; making one takes about 15 ms of processor time, and each open dry run has one.
 */
const KEPT_CLIENTS = 2;

/** A Prisma client whose queries go over the connection of an open dry run. */
export interface DryRunClient {
  readonly prisma: PrismaClient;
  /** Ends the binding; from now on its queries are rejected. */
  release(): void;
}

/** The Prisma clients for dry runs of one organization, so that one that is used too late cannot read another's. */
export interface DryRunClients {
  /** Binds a client to a connection until it is released. */
  bind(connection: Connection): DryRunClient;
  close(): void;
}

export function createDryRunClients(): DryRunClients {
  const free: BindableClient[] = [];
  return {
    bind(connection) {
      const client = free.pop() ?? createBindableClient();
      client.bind(connection);
      return {
        prisma: client.prisma,
        release() {
          client.bind(null);
          if (free.length < KEPT_CLIENTS) free.push(client);
          else void client.prisma.$disconnect();
        },
      };
    },
    close() {
      for (const { prisma } of free.splice(0)) void prisma.$disconnect();
    },
  };
}

interface BindableClient {
  readonly prisma: PrismaClient;
  bind(connection: Connection | null): void;
}

const TRANSACTION_CONTROL = /^\s*(?:begin|start\s+transaction|commit|end|rollback|abort)\b/i;

function createBindableClient(): BindableClient {
  let bound: Connection | null = null;
  // The object passes for a pool of which Prisma's adapter uses these two; `connect` is how it begins a transaction.
  const pool = Object.create(pg.Pool.prototype, {
    query: {
      async value(query: pg.QueryConfig) {
        if (bound === null) throw new Error('The dry run of this Prisma client is over.');
        if (TRANSACTION_CONTROL.test(query.text)) throw new Error(REFUSED);
        return bound.query(query);
      },
    },
    connect: {
      async value() {
        throw new Error(REFUSED);
      },
    },
  }) as pg.Pool;
  return {
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    bind(connection) {
      bound = connection;
    },
  };
}

const REFUSED = 'The operation of a dry run has the transaction; its Prisma client only reads.';
