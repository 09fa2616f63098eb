// Risk: on a full disk requests fail without a reason, the database ends for good, or what was acknowledged is lost.
import { spawnSync } from 'node:child_process';
import { chmod, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type DevAccess, type RunningProgram, readAccess, runProgram } from '../main/program.ts';
import { pngOf } from '../support/media.ts';
import { makeServerDir } from '../support/postgres-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** A file system of its own: only root may mount one, and some containers forbid it. */
const dir = await makeServerDir();
const isMounted =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', dir.dir]).status === 0;
afterAll(async () => {
  if (isMounted) spawnSync('umount', [dir.dir]);
  await dir.remove();
});
const why = isMounted ? '' : ' (skipped: no file system can be mounted here)';

describe.runIf(isMounted)(`a full disk${why}`, () => {
  let program: RunningProgram;
  let access: DevAccess;
  const filler = join(dir.dir, 'filler');

  beforeAll(async () => {
    const dataDir = join(dir.dir, 'data');
    program = runProgram(['start'], {
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '1000000',
    });
    await program.printed('Catalograph is ready.');
    access = await readAccess(dataDir);
    await chmod(dir.dir, 0o755);
  });
  afterAll(async () => {
    program.child.kill('SIGTERM');
    await program.ended;
  });

  async function ask(path: string, init: RequestInit = {}) {
    const response = await fetch(`${access.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${access.token}`, ...init.headers },
    });
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
  }
  const create = (sku: string) =>
    ask('/api/v1/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku }),
    });
  const upload = (side: number) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pngOf(side, side))], { type: 'image/png' }), `${side}.png`);
    return ask('/api/v1/media', { method: 'POST', body: form });
  };
  /** Leaves nothing on the disk. */
  async function fill(): Promise<void> {
    await using file = await open(filler, 'a');
    for (const block of [Buffer.alloc(1_048_576), Buffer.alloc(4_096)]) {
      for (let isFull = false; !isFull; ) {
        const written = await file.write(block).catch(() => ({ bytesWritten: 0 }));
        isFull = written.bytesWritten < block.length;
      }
    }
  }

  test('is told by 507, 503 and /readyz, and everything goes on by itself once there is space', async () => {
    const acknowledged: string[] = [];
    for (const sku of ['before-1', 'before-2']) {
      expect((await create(sku)).status).toBe(201);
      acknowledged.push(sku);
    }
    expect((await upload(40)).status).toBe(201);
    expect(await ask('/readyz')).toMatchObject({ status: 200, answer: { checks: { disk: 'ok' } } });

    await fill();
    expect(await ask('/readyz')).toMatchObject({
      status: 503,
      answer: { ready: false, checks: { disk: 'full' } },
    });
    expect(await upload(41)).toMatchObject({
      status: 507,
      answer: {
        code: 'storage-full',
        detail: 'There is no space left for files. Nothing was stored. Try again when there is space.',
      },
    });

    // The journal has a little room left; then the database cannot write, or ends.
    let full: Awaited<ReturnType<typeof create>> | null = null;
    const statuses = new Set<number>();
    for (let turn = 1; full === null; turn += 1) {
      const skus = Array.from({ length: 20 }, (_, number) => `full-${turn}-${number}`);
      for (const [number, answer] of (await Promise.all(skus.map(create))).entries()) {
        statuses.add(answer.status);
        if (answer.status === 201) acknowledged.push(skus[number] ?? '');
        else full = answer;
      }
    }
    expect([...statuses].filter((status) => status !== 201)).toEqual([503]);
    expect(full.answer.code).toBe('service-unavailable');
    expect(program.child.exitCode).toBe(null);

    await rm(filler);
    while ((await ask('/readyz')).status !== 200) await pause(50);
    while ((await create('after')).status === 503) await pause(50);
    expect((await upload(42)).status).toBe(201);
    for (const sku of acknowledged)
      expect([sku, (await ask(`/api/v1/products/${sku}`)).status]).toEqual([sku, 200]);
    process.stderr.write(`${acknowledged.length} acknowledged writes; ${full.answer.detail}\n`);
  });
});
