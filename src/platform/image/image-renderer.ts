import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { RenderLimits, RenderResult, RenderTask } from './render-task.ts';
import type { Rendition } from './rendition.ts';

/** Limits on what making renditions may take of a machine. */
export interface RendererSettings {
  /** Number of images that are processed at once, each in a process of its own. */
  readonly processes: number;
  readonly limits: RenderLimits;
  /** Resident memory of one process; beyond it the process is killed. Watched where the system reports it (Linux). */
  readonly memoryBytes: number;
  /** Maximum number of images that wait; callers with further ones have to try again. */
  readonly mostWaiting: number;
  /** Time in milliseconds after its limit at which a process that has not ended by itself is killed. */
  readonly graceMs: number;
}

export const RENDERER_DEFAULTS: RendererSettings = {
  processes: 1,
  limits: { pixels: 100_000_000, seconds: 25 },
  memoryBytes: 768 * 1024 * 1024,
  mostWaiting: 100,
  graceMs: 2_000,
};

/** Makes renditions in processes that are killed when they take too long or too much. */
export interface ImageRenderer {
  /**
   * Reads an image, opened when its turn comes, and returns its rendition, or the reason why there is none.
   *
   * @throws RequestError `service-unavailable` when too many wait
   */
  render(open: () => Promise<AsyncIterable<Uint8Array>>, rendition: Rendition): Promise<RenderResult>;
  close(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./render-process.ts', import.meta.url));
/** Environment variables that a process needs: the folders of temporary files and system libraries. Never a secret. */
const INHERITED_ENVIRONMENT = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];
/** Number of tasks after which a new process starts, so that memory that images have left fragmented is given back. */
const MAX_TASKS_PER_PROCESS = 200;
/** Time after which a process without work ends: it takes 100 MB. */
const IDLE_MS = 30_000;
const WATCH_MS = 20;
const PAGE_BYTES = 4_096;

interface Worker {
  readonly child: ChildProcess;
  tasks: number;
  idle: NodeJS.Timeout | null;
}

export function createImageRenderer(settings: RendererSettings = RENDERER_DEFAULTS): ImageRenderer {
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  const enter = async () => {
    if (isClosed) throw new RequestError('service-unavailable', localized('server-stopping'));
    if (running < settings.processes) {
      running += 1;
      return;
    }
    if (waiting.length >= settings.mostWaiting)
      throw new RequestError('service-unavailable', localized('too-many-renditions'));
    // The slot passes to the next task, so `running` stays.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const retire = (worker: Worker) => {
    if (worker.idle !== null) clearTimeout(worker.idle);
    const index = idle.indexOf(worker);
    if (index !== -1) idle.splice(index, 1);
    worker.child.kill('SIGKILL');
  };
  const giveBack = (worker: Worker) => {
    worker.tasks += 1;
    if (isClosed || worker.tasks >= MAX_TASKS_PER_PROCESS || worker.child.exitCode !== null)
      return retire(worker);
    worker.idle = setTimeout(() => retire(worker), IDLE_MS).unref();
    idle.push(worker);
  };
  const take = (): Worker => {
    let worker = idle.pop();
    // An idle process may have died.
    while (worker !== undefined && !worker.child.connected) worker = idle.pop();
    worker ??= { child: startProcess(), tasks: 0, idle: null };
    if (worker.idle !== null) clearTimeout(worker.idle);
    worker.idle = null;
    return worker;
  };

  return {
    async render(open, rendition) {
      await enter();
      const folder = await mkdtemp(join(tmpdir(), 'catalograph-picture-')).catch((error: unknown) => {
        leave();
        throw error;
      });
      try {
        const path = join(folder, 'source');
        await pipeline(await open(), createWriteStream(path, { mode: 0o600 }));
        const worker = take();
        const renderResult = await run(worker.child, { path, rendition, limits: settings.limits }, settings);
        // A process that was killed is not used again.
        if (worker.child.connected && !worker.child.killed) giveBack(worker);
        return renderResult;
      } finally {
        leave();
        await rm(folder, { recursive: true, force: true });
      }
    },
    async close() {
      isClosed = true;
      for (const worker of [...idle]) retire(worker);
    },
  };
}

function startProcess(): ChildProcess {
  const env = Object.fromEntries(
    INHERITED_ENVIRONMENT.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );
  const child = fork(SCRIPT, [], {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=96'],
    env: { ...env, VIPS_CONCURRENCY: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // The end of the process reports its fault.
  child.on('error', () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

/** Makes a process do one task; afterwards it is either free or dead. */
async function run(child: ChildProcess, task: RenderTask, settings: RendererSettings): Promise<RenderResult> {
  let killedFor: 'too-slow' | 'too-much-memory' | null = null;
  const kill = (reason: 'too-slow' | 'too-much-memory') => {
    killedFor ??= reason;
    child.kill('SIGKILL');
  };
  const late = setTimeout(() => kill('too-slow'), task.limits.seconds * 1_000 + settings.graceMs);
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > settings.memoryBytes) kill('too-much-memory');
  }, WATCH_MS);
  const done = new AbortController();
  const { signal } = done;
  try {
    const ended = once(child, 'exit', { signal }).then(() => null);
    const response = once(child, 'message', { signal }).then(([answer]) => answer as RenderResult);
    child.send(task, () => undefined);
    const result = await Promise.race([response, ended]);
    // A reader of images that takes its whole process down was given a broken one.
    return result ?? { outcome: 'refused', reason: killedFor ?? 'broken' };
  } finally {
    done.abort();
    clearTimeout(late);
    clearInterval(watch);
  }
}

/** Returns the resident memory of a process; 0 where the system does not report it. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
