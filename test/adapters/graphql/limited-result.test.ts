// Risk: one response takes the memory of many, or a limited one looks like success.
import { expect, test } from 'vitest';
import { limitedResult } from '../../../src/adapters/graphql/limited-result.ts';
import { limitResponse, MAXIMUM_RESPONSE_BYTES } from '../../../src/adapters/http/limits/limit-response.ts';

test('counts bytes, not characters', () => {
  expect(limitResponse('a'.repeat(MAXIMUM_RESPONSE_BYTES))).toHaveLength(MAXIMUM_RESPONSE_BYTES);
  expect(limitResponse('€'.repeat(1_666_666))).toHaveLength(1_666_666);
  expect(() => limitResponse('€'.repeat(1_666_667))).toThrow(
    'The response has 5000001 bytes; 5000000 are allowed. Request smaller pages or fewer fields. What a mutation of the document has stored remains stored.',
  );
});

test('replaces the data of a result that is too long by an error, and keeps its cost', () => {
  const short = { data: { sku: 'LAMP-1' } };
  expect(limitedResult(short, (result) => result).stringify({})).toBe('{"data":{"sku":"LAMP-1"}}');
  const long = { data: { sku: 'x'.repeat(MAXIMUM_RESPONSE_BYTES) }, extensions: { cost: { depth: 1 } } };
  const { data, errors, extensions } = limitedResult(long, (result) => result);
  expect([data, extensions, errors?.map(({ originalError }) => originalError)]).toMatchObject([
    undefined,
    { cost: { depth: 1 } },
    [{ code: 'query-too-complex', parameters: { bytes: 5_000_053, maximum_bytes: 5_000_000 } }],
  ]);
});
