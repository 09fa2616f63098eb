// Risk: the guide to events shows what does not work, and whoever builds on it loses events.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { createProduct } from '../../src/modules/product/index.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { eventSchemaErrors } from '../support/event-schema.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let served: ServedProgram;
let dir: string;
beforeAll(async () => {
  served = await serveProgram();
  dir = await mkdtemp(join(tmpdir(), 'catalograph-guide-'));
});
afterAll(async () => {
  await served.close();
  await rm(dir, { recursive: true });
});

/** The examples of the guide in one language. */
async function examples(language: string): Promise<string[]> {
  const guide = await readFile(new URL('../../docs/events.md', import.meta.url), 'utf8');
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text ?? '',
  );
}

test('shows an event as its schema says, and documents that fit the graph', async () => {
  const [event] = (await examples('json')).map((text) => JSON.parse(text));
  expect(eventSchemaErrors(event)).toEqual([]);
  const bodies = (await examples('sh')).map((text) => JSON.parse(/-d '(.*)'/.exec(text)?.[1] ?? '').query);
  const documents = [...(await examples('graphql')), ...bodies];
  expect(documents).toHaveLength(7);
  const schema = guardedSchema();
  expect(documents.flatMap((text) => validate(schema, parse(text)).map(({ message }) => message))).toEqual(
    [],
  );
});

test('its program keeps its place over its own end and that of the server', async () => {
  const [source] = await examples('js');
  await writeFile(join(dir, 'follow.mjs'), source ?? '');
  const lines: string[] = [];
  const start = (url: string) => {
    const child = spawn(process.execPath, ['follow.mjs'], {
      cwd: dir,
      env: { GRAPHQL_URL: `${url}/graphql`, TOKEN: served.token },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // Left behind by a test that fails, it would ask for ever, and the run would not end.
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString().trim();
      lines.push(...text.split('\n').map((line) => line.trim()));
    });
    return child;
  };
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  const create = (sku: string) => served.catalogue.runner.write(session, createProduct, { sku });
  const hasPrinted = (line: string) => expect.poll(() => lines, { timeout: 20_000 }).toContain(line);

  const first = await served.listen();
  await create('before');
  let program = start(first.url);
  await hasPrinted('Here all products would be read.');
  await create('A');
  await hasPrinted('2 product.created A');
  program.kill('SIGKILL');
  await once(program, 'close');
  await create('B');
  program = start(first.url);
  await hasPrinted('3 product.created B');
  program.kill('SIGKILL');
  await once(program, 'close');
  await create('C');
  await first.close();
  const second = await served.listen();
  program = start(second.url);
  await create('D');
  await hasPrinted('5 product.created D');
  program.kill('SIGKILL');
  await once(program, 'close');
  await second.close();
  // Killed before it kept its place, it is told the last event again; nothing else may come twice.
  expect(lines.slice(1).filter((line, at, all) => line !== all[at - 1])).toEqual([
    '2 product.created A',
    '3 product.created B',
    '4 product.created C',
    '5 product.created D',
  ]);
});
