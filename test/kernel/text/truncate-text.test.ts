// Risk: an answer sends back megabytes of what was sent, once for each place that quotes it.

import { expect, test } from 'vitest';
import { NotFound, RequestError } from '../../../src/kernel/errors.ts';
import { fieldProblem } from '../../../src/kernel/field-problem.ts';
import { verbatim } from '../../../src/kernel/problems/messages/message.ts';
import { truncateText } from '../../../src/kernel/text/truncate-text.ts';

const LONG = 'x'.repeat(4_000_000);

test('a sentence keeps its beginning and its end', () => {
  const reported = truncateText(`There is no product '${LONG}'. Look it up.`);
  expect(reported).toMatch(/^There is no product 'x+…x+'\. Look it up\.$/);
  expect(reported).toHaveLength(2_000);
  expect(truncateText('x'.repeat(2_000))).toBe('x'.repeat(2_000));
});

test.each([
  [
    'a mistake in a field',
    fieldProblem('reference-not-found', [LONG], verbatim(`There is no '${LONG}'.`), { value: LONG }),
  ],
  ['a refusal', NotFound.of('product', LONG)],
  ['a fault', new RequestError('malformed-json', verbatim(LONG))],
])('%s quotes no more', (_, reported) => {
  expect(JSON.stringify({ ...reported, message: reported.message }).length).toBeLessThan(8_000);
});
