// Risk: an answer sends back megabytes of what was sent, once for each place that quotes it.

import { expect, test } from 'vitest';
import { fieldProblem } from '../../../src/kernel/field-problem.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { Fault, NotFound } from '../../../src/kernel/refusal.ts';
import { abbreviated } from '../../../src/kernel/text/abbreviated.ts';

const LONG = 'x'.repeat(4_000_000);

test('a sentence keeps its beginning and its end', () => {
  const reported = abbreviated(`There is no product '${LONG}'. Look it up.`);
  expect(reported).toMatch(/^There is no product 'x+…x+'\. Look it up\.$/);
  expect(reported).toHaveLength(2_000);
  expect(abbreviated('x'.repeat(2_000))).toBe('x'.repeat(2_000));
});

test.each([
  [
    'a mistake in a field',
    fieldProblem('reference-not-found', [LONG], verbatim(`There is no '${LONG}'.`), { value: LONG }),
  ],
  ['a refusal', NotFound.of('product', LONG)],
  ['a fault', new Fault('malformed-json', verbatim(LONG))],
])('%s quotes no more', (_, reported) => {
  expect(JSON.stringify({ ...reported, message: reported.message }).length).toBeLessThan(8_000);
});
