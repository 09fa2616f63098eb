import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { MAIN, type RunningProgram, runProgram } from '../main/program.ts';
import type { EventLoopMetrics } from './event-loop-probe.ts';
import type { ServedProgram } from './served-program.ts';

const PROBE = pathToFileURL(fileURLToPath(new URL('./event-loop-probe.ts', import.meta.url))).href;

/**
 * Limits of a watched process. docs/reliability.md promises turns of 250 ms; the tests fail at twice that, because the
 * same work takes more processor time on a slower machine.
 */
export const PROCESS_LIMITS = { loopMilliseconds: 500, residentMegabytes: 700 } as const;

export interface MonitoredProcess extends RunningProgram, AsyncDisposable {
  /** Where a server answers: the first address that it printed. */
  readonly url: string;
  /** What was measured since the last call, or since the process was ready. */
  measure(): Promise<EventLoopMetrics>;
  /**
   * Holds that the process is alive, that since the last look no turn of its event loop took more processor time than
   * `loopMilliseconds`, and that it never had more memory than `residentMegabytes`.
   *
   * @param during named in the failure: what it was sent
   */
  expectHealthy(
    limits?: Partial<Record<keyof typeof PROCESS_LIMITS, number>>,
    during?: string,
  ): Promise<void>;
}

/** Runs the APIs of a served catalogue in a process of their own, under the watch of {@link PROCESS_LIMITS}. */
export const startMonitoredApi = (
  { environment, config }: Pick<ServedProgram, 'environment' | 'config'>,
  more: Readonly<Record<string, string>> = {},
): Promise<MonitoredProcess> =>
  startMonitored(['api'], {
    ...environment,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: config.dataDir,
    ...more,
  });

/**
 * Runs the program, or another script, under the watch of {@link PROCESS_LIMITS}, and waits until it has printed `ready`:
 *
 * `await using watched = await startMonitored(['api'], { ...served.environment, PORT: '0' });`
 */
export async function startMonitored(
  parameters: readonly string[],
  environment: Record<string, string>,
  options: { readonly script?: string; readonly ready?: string } = {},
): Promise<MonitoredProcess> {
  const { script = MAIN, ready = 'Catalograph answers at ' } = options;
  const program = runProgram(parameters, environment, { script, preload: PROBE });
  const { child } = program;
  await program.printed(ready);
  const url = /https?:\/\/[^\s/]+/.exec(program.output().stdout)?.[0] ?? '';

  const measure = async () => {
    const dead = program.ended.then((end) => {
      const { stdout, stderr } = program.output();
      throw new Error(`The process ended with ${end}:\n${stdout.slice(-4_000)}\n${stderr.slice(-4_000)}`);
    });
    const answered = once(child, 'message').then(([figures]) => figures as EventLoopMetrics);
    if (child.connected) child.send('measure', () => undefined);
    return Promise.race([answered, dead]);
  };
  await measure();

  return {
    ...program,
    url,
    measure,
    async expectHealthy(limits = {}, during = 'what it was sent') {
      const { loopMilliseconds, residentMegabytes } = { ...PROCESS_LIMITS, ...limits };
      const { longestTurnMs, peakMb } = await measure();
      expect(longestTurnMs, `milliseconds of its longest turn by ${during}`).toBeLessThanOrEqual(
        loopMilliseconds,
      );
      expect(peakMb, `megabytes of memory at the most, by ${during}`).toBeLessThanOrEqual(residentMegabytes);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await program.ended;
    },
  };
}
