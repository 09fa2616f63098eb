// Risk: a token, a password, a cookie or the secret of a webhook stands where many can read it: in the log, in an error,
// in a job of a queue, or in a table and so in every backup.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorkers } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { createTestFolder } from '../support/test-folder.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const OPEN = { OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' };
const HEADER_VALUE = 'a value that the receiver alone may know';
const WRONG_PASSWORD = 'a password that somebody else has somewhere';

const lines: string[] = [];
let served: ServedProgram;
let receiver: WebhookReceiver;
/** What nobody may read, by what it is. */
const secrets = new Map<string, string>();
/** Answers that tell of something that went wrong. */
const refusals: string[] = [];

const asks = async (path: string, init: RequestInit = {}) => {
  const response = await served.answer(new Request(`http://catalograph.test:4000${path}`, init));
  const text = await response.text();
  if (response.status >= 400 || text.includes('"errors"')) refusals.push(text);
  return { response, text };
};
const json = { 'content-type': 'application/json', origin: 'http://catalograph.test:4000' };
const signIn = (password: string) => {
  const body = JSON.stringify({ email: served.ownerOfIt.email, password });
  return asks('/auth/sign-in/email', { method: 'POST', headers: json, body });
};
const graphql = (query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  asks('/graphql', {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${served.token}`, ...headers },
    body: JSON.stringify({ query, variables }),
  });

beforeAll(async () => {
  served = await serveProgram(OPEN, createLog('trace', { write: (line) => void lines.push(line) }));
  receiver = await startWebhookReceiver();
  receiver.script = () => ({ status: 500, body: 'no' });
  secrets.set('a token', served.token);
  secrets.set('what signs cookies', served.environment.SECRET);
  secrets.set('the password of a person', served.ownerOfIt.password);
  secrets.set('a password that is wrong', WRONG_PASSWORD);
  secrets.set('the header of a webhook', HEADER_VALUE);
});
afterAll(async () => {
  await receiver.close();
  await served.close();
});

test('a day of using every kind of secret, rightly and wrongly', async () => {
  const folder = await createTestFolder();
  const config = readConfig({ ...served.environment, ...OPEN, DATA_DIR: folder.path });
  const workers = await startWorkers(served.catalogue, config);

  await signIn(WRONG_PASSWORD);
  const { response } = await signIn(served.ownerOfIt.password);
  const [cookie = ''] = response.headers.getSetCookie().map((set) => set.split(';')[0]);
  secrets.set('a cookie', decodeURIComponent(cookie.split('=')[1] ?? ''));
  await asks('/graphql?query={me{role}}', { headers: { cookie } });
  await asks('/graphql?query={me{role}}', { headers: { cookie: `${cookie}x` } });

  const query = `mutation { createAccessToken(input: { name: "CI", scopes: ["products:read"] }) {
    ... on IssuedAccessTokenPayload { token } } }`;
  const asPerson = { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify({ query }) };
  const made = await asks('/graphql', asPerson);
  secrets.set('a token that was made', /pim_[0-9A-Za-z]{42}/.exec(made.text)?.[0] ?? '');
  const keyed = `mutation {
    createChannel(input: { code: "web", locales: ["en_US"], currencies: ["EUR"] }) { __typename }
    createStorefront(input: { code: "shop", channel: "web" }) { __typename }
    createStorefrontKey(input: { storefront: "shop", name: "CI", kind: SECRET }) {
      ... on IssuedStorefrontKeyPayload { key } } }`;
  const issued = await asks('/graphql', { ...asPerson, body: JSON.stringify({ query: keyed }) });
  secrets.set('a secret key that was made', /sk_[0-9A-Za-z]{42}/.exec(issued.text)?.[0] ?? '');
  await graphql(
    '{ me { role } }',
    {},
    { authorization: `Bearer ${secrets.get('a secret key that was made')}` },
  );
  await graphql('{ me { role } }', {}, { authorization: `Bearer ${served.token}x` });
  await graphql('{ me { role } }', {}, { authorization: `Basic ${btoa(`me:${served.token}`)}` });
  await graphql(`{ product(sku: "${served.token}") { sku } ${served.token} }`);
  await asks(`/api/v1/products?token=${served.token}`, { headers: { authorization: 'Bearer x' } });
  await asks(`/api/v1/products/X?access_token=${served.token}`);

  const hook = await graphql(
    `mutation ($url: String!, $value: String!) {
      createWebhook(input: { url: $url, headers: [{ name: "x-key", value: $value }] }) {
        ... on IssuedWebhookPayload { secret } } }`,
    { url: receiver.url, value: HEADER_VALUE },
  );
  secrets.set('the secret of a webhook', /whsec_[^"]+/.exec(hook.text)?.[0] ?? '');
  await graphql('mutation { createProduct(input: { sku: "LAMP-1" }) { __typename } }');
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(receiver.received[0]?.headers['x-key']).toBe(HEADER_VALUE);

  // What nobody foresaw, in each door, and a worker that fails.
  await served.catalogue.database.owner.query('ALTER TABLE public.webhook_endpoint RENAME TO hidden');
  await graphql('{ webhooks { nodes { id } } }');
  await asks('/api/v1/webhooks', { headers: { authorization: `Bearer ${served.token}` } });
  await served.catalogue.database.owner.query('ALTER TABLE public.hidden RENAME TO webhook_endpoint');
  await workers.close();
  await folder.remove();

  expect([...secrets].filter(([, secret]) => secret.length < 10)).toEqual([]);
  expect(refusals.length).toBeGreaterThan(7);
  expect(lines.filter((line) => line.includes('"a request failed"') || line.includes('"err"'))).not.toEqual(
    [],
  );
});

/** A secret as it may stand somewhere: as it is, or written in another way. */
const spellings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];
const found = (text: string) =>
  [...secrets]
    .filter(([, secret]) => spellings(secret).some((one) => text.includes(one)))
    .map(([what]) => what);

test('no line of the log has one', () => {
  expect(lines.length).toBeGreaterThan(10);
  expect(found(lines.join('\n'))).toEqual([]);
});

test('no error repeats one that came with a header or a cookie', () => {
  const headerSecrets = [
    'a cookie',
    'what signs cookies',
    'the secret of a webhook',
    'the header of a webhook',
  ];
  expect(found(refusals.join('\n')).filter((what) => headerSecrets.includes(what))).toEqual([]);
});

test('no table and no queue has one', async () => {
  const { owner } = served.catalogue.database;
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const holders: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(
      `SELECT to_jsonb(one)::text AS row FROM ${name} AS one`,
    );
    for (const what of found(rows.map(({ row }) => row).join('\n'))) holders.push(`${name}: ${what}`);
  }
  expect([...new Set(holders)]).toEqual([]);
});
