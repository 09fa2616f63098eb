// Risk: the guide to webhooks shows what does not work, and receivers take forged events, or none at all.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { RETRY_DELAYS_MS } from '../../src/modules/webhook/delivery/retry-schedule.ts';
import { generateSecret, signatureHeaders } from '../../src/modules/webhook/delivery/sign-delivery.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';

let served: ServedProgram;
let dir: string;
let guide: string;
beforeAll(async () => {
  served = await serveProgram();
  guide = await readFile(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  // Below the repository, so that the samples find the libraries.
  dir = await mkdtemp(join(import.meta.dirname, 'samples-'));
});
afterAll(async () => {
  await served?.close();
  await rm(dir, { recursive: true, force: true });
});

const examples = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text ?? '');

const ID = 'evt_019a0000000070008000000000000001';
const secret = generateSecret();
const body = JSON.stringify({ id: ID, type: 'product.updated', data: { sku: 'Ä-1' } });
const signed = (at = new Date(), text = body) => {
  const headers = signatureHeaders([generateSecret(), secret], { id: ID, at, body: Buffer.from(text) });
  // As servers hand them over.
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
};

interface Sample {
  isGenuine?(header: string, body: string, secret: string): boolean;
  verify?(headers: Record<string, string>, body: string, secret: string): unknown;
}

test('its samples take what is genuine, and neither what was changed nor what is old', async () => {
  const sources = examples('js');
  expect(sources).toHaveLength(4);
  for (const [index, source] of sources.entries()) {
    const file = join(dir, `sample-${index}.mjs`);
    await writeFile(file, source);
    const sample = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Sample;
    const takes = (headers: Record<string, string>, text: string, key = secret) => {
      try {
        if (sample.isGenuine !== undefined)
          return sample.isGenuine(headers['catalograph-signature'] ?? '', text, key);
        return sample.verify?.(headers, text, key) !== undefined;
      } catch {
        return false;
      }
    };
    expect([
      index,
      takes(signed(), body),
      takes(signed(), `${body} `),
      takes(signed(), body, generateSecret()),
      takes(signed(new Date(Date.now() - 310_000)), body),
      takes(signed(new Date(Date.now() + 310_000)), body),
    ]).toEqual([index, true, false, false, false, index === 1]);
  }
});

test('its calls make a webhook and replay to it, and its documents fit the graph', async () => {
  const schema = guardedSchema();
  const faults = examples('graphql').flatMap((text) => validate(schema, parse(text)));
  expect(faults.map(({ message }) => message)).toEqual([]);
  const session = systemSession(served.organizationId, { door: 'system', requestId: 'test' });
  await served.catalogue.runner.write(session, upsertAttributes, {
    items: ['title', 'list_price'].map((code) => ({ patch: { code, type: 'text' } })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const ask = async (method: string, path: string, sent?: object) => {
    const response = await served.request(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    const text = await response.text();
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) };
  };
  const [sent] = examples('sh').map((text) => JSON.parse(/-d '(.*?)'/s.exec(text)?.[1] ?? ''));
  const { status, answer } = await ask('POST', '/webhooks', sent);
  expect(status).toBe(201);
  expect(answer).toMatchObject({
    url: 'https://shop.example.com/hooks/pim',
    events: ['product.*'],
    headers: { 'X-Shop': '********' },
    changed_attributes: ['title', 'list_price'],
    secret: expect.stringMatching(/^whsec_/),
  });
  const { id } = answer as { id: string };
  const inline = [...guide.matchAll(/`(\{"from_sequence".*?\})`/g)].map(([, text]) => JSON.parse(text ?? ''));
  expect(inline).toHaveLength(1);
  for (const replay of examples('json').map((text) => JSON.parse(text)))
    expect(await ask('POST', `/webhooks/${id}/replay`, replay)).toMatchObject({ status: 202 });
  for (const replay of inline)
    expect(await ask('POST', `/webhooks/${id}/replay`, { ...replay, from_sequence: '1' })).toMatchObject({
      status: 202,
    });
  const tested = await ask('GET', `/webhooks/${id}/test?events=product.*&changed_attributes=name`);
  expect(tested).toMatchObject({ status: 200, answer: { matching: 0 } });
  const ping = await ask('POST', `/webhooks/${id}/ping`);
  expect(ping).toMatchObject({ status: 202, answer: { kind: 'ping', status: 'pending' } });
  const listed = await ask('GET', `/webhooks/${id}/deliveries?status=pending`);
  expect(listed.answer).toMatchObject({ items: [{ id: ping.answer.id, event_type: 'webhook.ping' }] });
  const again = await ask('POST', `/webhooks/${id}/deliveries/${ping.answer.id}/redeliver`);
  expect(again).toMatchObject({ status: 202, answer: { kind: 'ping' } });
  expect(
    await ask('PATCH', `/webhooks/${id}`, { headers: { 'X-Shop': '********' }, active: false }),
  ).toMatchObject({
    status: 200,
    answer: { state: 'paused', headers: { 'X-Shop': '********' } },
  });
  expect(await ask('POST', `/webhooks/${id}/rotate-secret`)).toMatchObject({ status: 200 });
  expect(await ask('DELETE', `/webhooks/${id}`)).toEqual({ status: 204, answer: null });
});

test('it names the schedule as it is', () => {
  const words = RETRY_DELAYS_MS.map((ms) =>
    ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  expect(guide).toContain(`after ${words.join(', ')} (each`);
});
