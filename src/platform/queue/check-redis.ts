import { Redis } from 'ioredis';
import { DatabaseServerError } from '../database/availability/check-server.ts';

const WITHIN_MS = 5_000;

/**
 * Makes sure before anything waits for it that the Redis or Valkey server is there.
 *
 * @throws DatabaseServerError, one sentence for the person who starts the program.
 */
export async function checkRedisServer(redisUrl: string): Promise<void> {
  const client = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason = '';
  client.on('error', (error) => {
    reason = error.message || String(Reflect.get(error, 'code'));
  });
  try {
    await client.connect();
    await client.ping();
  } catch (cause) {
    if (reason === '') reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseServerError(
      `The Redis server at ${new URL(redisUrl).host} cannot be reached (${reason}): start it or correct REDIS_URL.`,
      cause,
    );
  } finally {
    client.disconnect();
  }
}
