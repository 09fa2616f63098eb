// Risk: a watchdog that sees nothing lets every promise of it pass.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMonitored } from './monitored-process.ts';
import { createTestFolder } from './test-folder.ts';

/** Does what a line of its standard input names, and says so. */
const SCRIPT = `
import { once } from 'node:events';
const kept = [];
const spent = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1_000; };
const spend = (ms) => { const from = spent(); while (spent() - from < ms); };
const acts = {
  turn: () => spend(800),
  turns: async () => { for (let i = 0; i < 20; i += 1) { spend(50); await new Promise(setImmediate); } },
  wait: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400),
  leak: async () => { for (let i = 0; i < 30; i += 1) { kept.push(Buffer.alloc(10_000_000, 1)); await new Promise(setImmediate); } },
  reject: () => void Promise.reject(new Error('nobody waits for this')),
  end: () => process.exit(3),
};
setInterval(() => undefined, 1_000);
process.stdout.write('ready at http://127.0.0.1:1/graphql');
await once(process, 'SIGUSR2');
await acts[process.argv[2]]();
process.stdout.write(' done');
`;

let script: string;
const folder = await createTestFolder();
beforeAll(async () => {
  script = join(folder.path, 'act.mjs');
  await writeFile(script, SCRIPT);
});
afterAll(() => folder.remove());

async function watch(act: string) {
  await using watched = await startMonitored([act], {}, { script, ready: 'ready' });
  watched.child.kill('SIGUSR2');
  await watched.printed('done').catch(() => undefined);
  await watched.expectHealthy({ residentMegabytes: 250 }, act);
}

test('passes what takes many short turns, and what waits for its neighbours on the same core', async () => {
  await watch('turns');
  await watch('wait');
});

test.each([
  ['turn', /longest turn by turn: expected [89]\d\d.* to be less than or equal to 500/],
  ['leak', /megabytes of memory at the most, by leak: expected \d{3}/],
  ['reject', /The process ended with 1:[\s\S]*nobody waits for this/],
  ['end', /The process ended with 3:/],
])('fails a process that makes a %s', async (act, failure) => {
  await expect(watch(act)).rejects.toThrow(failure);
});

test('tells where a server answers', async () => {
  await using watched = await startMonitored(['turn'], {}, { script, ready: 'ready' });
  expect(watched.url).toBe('http://127.0.0.1:1');
});
