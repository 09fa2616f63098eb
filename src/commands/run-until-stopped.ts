import module from 'node:module';
import type { Logger } from 'pino';

/** Time after the first signal in which another one is still the same: a terminal and npm both pass on one Ctrl-C. */
const DUPLICATE_SIGNAL_MS = 500;

/**
 * Runs a server until SIGTERM or SIGINT, then closes what it opened in reverse order and exits 0; a second signal exits
 * at once. Closing that takes longer than `timeoutMs` is cut short. An error nobody caught is logged and exits 1: the
 * state of the process is unknown then, and everything on disk is safe against that.
 *
 * @param open opens everything; calls `fail` when the process cannot go on later: that closes it all and is thrown
 */
export async function runUntilStopped(
  settings: { readonly log: Logger; readonly timeoutMs: number },
  open: (opened: AsyncDisposableStack, fail: (error: Error) => void) => Promise<void>,
): Promise<never> {
  const { log, timeoutMs } = settings;
  const stopped = stopSignal();
  exitOnUncaught(log);
  const opened = new AsyncDisposableStack();
  const failed = Promise.withResolvers<Error>();
  try {
    await open(opened, failed.resolve);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
  // Otherwise the cache is written at the end, and a killed process has none: the next start would compile everything
  // again.
  module.flushCompileCache();
  const end = await Promise.race([stopped, failed.promise]);
  const failure = end instanceof Error ? end : null;
  if (failure === null) log.debug({ signal: end }, 'stopping');
  else log.fatal({ reason: failure.message }, 'this process cannot go on and ends');
  setTimeout(() => {
    log.error({ timeoutMs }, 'closing took too long and was cut short');
    process.exit(failure === null ? 0 : 1);
  }, timeoutMs).unref();
  await opened.disposeAsync();
  if (failure !== null) throw failure;
  process.exit(0);
}

function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let firstAt: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (firstAt !== null && performance.now() - firstAt > DUPLICATE_SIGNAL_MS) process.exit(1);
      firstAt ??= performance.now();
      resolve(signal);
    });
  }
  return promise;
}

function exitOnUncaught(log: Logger): void {
  const exit = (err: unknown) => {
    log.fatal({ err }, 'an error that nobody caught');
    process.exit(1);
  };
  process.on('uncaughtException', exit);
  process.on('unhandledRejection', exit);
}
