// Risk: an operand that the rules let pass is refused by the database, and the client reads that the server is at fault.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../../src/kernel/json.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveProgram({ RATE_LIMIT_PER_MINUTE: '100000' });
  await served.seedDemo();
});
afterAll(() => served.close());

async function search(filter: JsonValue) {
  const response = await served.request('/api/v1/products/search', {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filter, limit: 1 }),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) };
}

/** A text as long as an operand may be. */
const long = (part: string, length = 1_000) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** What stands at the limits of what PostgreSQL takes as a text, a number, a time or a pattern. */
const OPERANDS: Readonly<Record<string, JsonValue>> = {
  'a long word': long('x'),
  'many words': long('ab '),
  'many wildcards': long('%_'),
  'many backslashes': long('\\'),
  'many quotes': long('"'),
  'many operators of a search': long('a & !b | (c) <-> '),
  'a word with many accents': long('e\u0301'),
  'characters of four bytes': long('💡'),
  nothing: '',
  blanks: '   ',
  'U+0000': 'a\u0000b',
  'half of a surrogate pair': '\ud800',
  'a number beyond 64 bits': 2 ** 64,
  'the largest number': 1.7976931348623157e308,
  'the smallest number': 5e-324,
  'a number of many digits': long('9'),
  'a number of many decimals': `0.${long('1', 998)}`,
  'a large exponent': '1e131072',
  'a small exponent': '1e-20000',
  'a date that is none': '2026-02-30',
  'the year 0': '0000-01-01',
  'the year 9999': '9999-12-31T23:59:59Z',
  'the year 10000': '10000-01-01T00:00:00Z',
  'a time before Christ': '-004713-11-24T00:00:00Z',
  'a leap second': '2016-12-31T23:59:60Z',
  'a large offset': '2026-01-01T00:00:00+23:59',
  'more days than there were': 2 ** 31,
  'a price beyond numeric': { amount: `1${long('0', 998)}`, currency: 'EUR' },
  'a measurement beyond numeric': { amount: '1e9999', unit: 'METER' },
  null: null,
  'a list of lists': [[[]]],
};

/** How many of some ten thousand conditions are tried; `FUZZ_OPERANDS=20000` for all, `TEST_SEED` for other ones. */
const TRIED = Number(process.env.FUZZ_OPERANDS ?? 200);

test('no operand of any field makes the server fail', async () => {
  const response = await served.request('/api/v1/products/filters', {
    headers: { authorization: `Bearer ${served.token}` },
  });
  const { items } = (await response.json()) as { items: { field: string; operators: string[] }[] };
  const keyed: Readonly<Record<string, string>> = { external_refs: 'erp', associations: 'UPSELL' };
  const conditions: { readonly name: string; readonly filter: JsonValue }[] = [];
  for (const { field, operators } of items) {
    const [first = '', attribute] = field.split('.');
    for (const operator of operators.length === 0 ? [null] : operators)
      for (const [name, operand] of Object.entries(OPERANDS)) {
        const isList = ['in', 'nin', 'any', 'all', 'none', 'between', 'missing'].includes(operator ?? '');
        const given = isList ? (operator === 'between' ? [operand, operand] : [operand]) : operand;
        const condition = operator === null ? given : { [operator]: given };
        const key = attribute ?? keyed[first];
        const filter = { [first]: key === undefined ? condition : { [key]: condition } };
        conditions.push({ name: `${field} ${operator} ${name}`, filter });
      }
  }
  const random = seededRandom();
  const failed: string[] = [];
  for (let left = Math.min(TRIED, conditions.length); left > 0; left -= 1) {
    const [tried] = conditions.splice(random.integer(0, conditions.length - 1), 1);
    const { status, text } = await search(tried?.filter ?? null);
    if (status >= 500) failed.push(`${tried?.name}: ${text}`);
  }
  expect(failed).toEqual([]);
}, 600_000);

test.each([
  ['q', (text: string) => ({ q: text }), '/filter/q'],
  ['sku', (text: string) => ({ sku: { contains: text } }), '/filter/sku/contains'],
  ['a list', (text: string) => ({ categories: { any: ['lamps', text] } }), '/filter/categories/any/1'],
  [
    'an attribute',
    (text: string) => ({ attributes: { title: { contains: text } } }),
    '/filter/attributes/title/contains',
  ],
  ['a joined filter', (text: string) => ({ or: [{ sku: text }, { sku: 'A' }] }), '/filter/or/0/sku'],
])('an operand of 1,001 characters is refused where it stands: %s', async (_name, filterOf, pointer) => {
  const { status, json } = await search(filterOf('x'.repeat(1_001)));
  expect([status, json]).toMatchObject([
    422,
    {
      code: 'validation-failed',
      errors: [{ code: 'too-long', pointer, message: 'An operand has up to 1000 characters, not 1001.' }],
    },
  ]);
});
