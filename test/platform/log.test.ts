// Risk: whoever reads the log can sign in, use a token, sign webhooks or open the database.
import { expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';

const TOKEN = `pim_${'Ab3'.repeat(14)}`;
const SECRETS = [
  ['a token in a header', { headers: { authorization: `Bearer ${TOKEN}` } }],
  ['a token by itself, deep down', { a: { b: { c: { d: [{ note: TOKEN }] } } } }],
  ['a token in the words of an error', { err: new Error(`cannot read ${TOKEN} of the request`) }],
  ['a token in the cause of an error', { err: new Error('outer', { cause: new Error(`Bearer ${TOKEN}`) }) }],
  ['the secret of a webhook', { body: '{"secret":"whsec_hunter2hunter2hunter2+/="}' }],
  ['a cookie of a sign-in', { text: 'cookie: catalograph.session_token=hunter2.hunter2; theme=dark' }],
  ['an address with a password', { err: new Error('connect postgresql://app:hunter2@db.internal:5432/pim') }],
  ['a password by its key', { person: { password: 'hunter2' } }],
  ['a secret by its key', { secret: 'hunter2', config: { connectionString: 'hunter2' } }],
  ['basic authentication', { header: 'Authorization: Basic aHVudGVyMjpodW50ZXIy' }],
] as const;

test.each(SECRETS)('%s is cut out', (_what, fields) => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  log.info(fields, 'something happened');
  const [line = ''] = lines;
  expect(line).not.toMatch(/hunter2|aHVudGVy|Ab3Ab3/);
  expect(line).toContain('[cut]');
  expect(JSON.parse(line)).toMatchObject({ msg: 'something happened' });
});

test('what only looks like one stays, so that a line can be read', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const fields = {
    path: '/api/v1/products/pim_lamp',
    actor: 'tok_01a1ff78b6c6779fb5717b6f46ea3f84',
    url: 'https://pim.example.com:443/a@b',
    text: 'the bearer of bad news',
  };
  log.info(fields, 'request');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject(fields);
});
