// Risk: people at the console read codes of attributes, or what only programs understand.
import { expect, test } from 'vitest';
import { Failure, requestIdOf, titleOfFailure } from '../../src/console/api/failure.ts';
import { settled } from '../../src/console/api/problem.ts';
import { groupRefusals } from '../../src/console/catalogue/actions/change-products.ts';
import { explain, knowAttributes, knowOptions } from '../../src/console/language/explain.ts';
import type { Fault } from '../../src/kernel/refusal.ts';
import { refusalFor } from '../../src/platform/operation/authorize.ts';
import { sessionOf } from '../support/catalogue.ts';

knowAttributes([{ code: 'title', label: 'Title of the product' }]);

test('a message names the label of an attribute, and stays as it is where none is known', () => {
  const message = "'title' has 1 characters; at least 3 are needed.";
  expect(explain({ message, attribute: 'title' })).toBe(
    'Title of the product has 1 characters; at least 3 are needed.',
  );
  expect(explain({ message: "'gtin' …", attribute: 'gtin' })).toBe("'gtin' …");
  expect(explain({ message: "There is already a product 'title'." })).toBe(
    "There is already a product 'title'.",
  );
});

test('a message names the labels of an option set and of the options that may be meant', () => {
  knowAttributes([{ code: 'finish', label: 'Finish', optionSet: { code: 'finishes', label: 'Finishes' } }]);
  const message = "'goldd' is not an option of set 'finishes'. Did you mean 'gold' or 'old_gold'?";
  const fault = { code: 'option-not-found', message, attribute: 'finish' };
  expect(explain(fault)).toBe('“goldd” is not an option of Finishes. Did you mean gold or old_gold?');
  knowOptions('finishes', [{ code: 'gold', label: 'Polished gold' }]);
  expect(explain(fault)).toBe(
    '“goldd” is not an option of Finishes. Did you mean Polished gold or old_gold?',
  );
  expect(explain({ message: "Did you mean 'gold'?", attribute: 'finish' })).toBe(
    'Did you mean Polished gold?',
  );
  expect(explain({ message: "Did you mean 'gold'?", attribute: 'title' })).toBe('Did you mean gold?');
  knowOptions('finishes', [
    { code: 'gold', label: 'Gold' },
    { code: 'old_gold', label: 'Gold' },
  ]);
  expect(explain({ message: "Did you mean 'gold' or 'old_gold'?", attribute: 'finish' })).toBe(
    'Did you mean Gold (gold) or Gold (old_gold)?',
  );
});

test('a refusal for a role says what to do, in place of the name of an operation', () => {
  const viewer = sessionOf('organization', 'viewer');
  const failureOf = (fault: Fault) =>
    new Failure(fault.code, fault.detail, { messageKey: fault.text?.key, params: fault.text?.params });
  expect(failureOf(refusalFor(viewer, 'products:write', 'Mutation.updateProduct')).message).toBe(
    'Your role (Viewer) does not allow this. Ask an owner or admin for another role.',
  );
  const token = sessionOf('organization', 'editor', ['products:read']);
  expect(failureOf(refusalFor(token, 'products:write', 'Mutation.updateProduct')).message).toBe(
    'This needs the permission products:write. Ask an owner or admin for it.',
  );
  const owner = 'Only an owner makes, changes or removes an owner.';
  expect(new Failure('role-forbidden', owner).message).toBe(owner);
});

test('a failure has the words of its only mistake, with the label', () => {
  const message = "'title' takes whole numbers.";
  const fault = { code: 'too-many-decimals', message, attribute: 'title', path: [], suggestions: [] };
  expect(() => settled({ code: 'validation-failed', detail: message, errors: [fault] })).toThrow(
    'Title of the product takes whole numbers.',
  );
});

test('products are grouped by the reason, in which their SKU does not count', () => {
  const of = (sku: string, reason: string) => ({
    sku,
    code: 'not-publishable',
    reason,
    gaps: null,
    label: null,
  });
  expect(
    groupRefusals([
      of('A', "'A' is not complete for print in en_US."),
      of('B', "'B' is not complete for print in en_US."),
      of('C', 'C: nicht vollständig.'),
      of('D', 'D\u202f: incomplet.'),
    ]).map(({ reason, names }) => [reason, names.length]),
  ).toEqual([
    ['Not complete for print in en_US.', 2],
    ['Nicht vollständig.', 1],
    ['Incomplet.', 1],
  ]);
});

test('an error is called by what has happened; only an unexpected one has the id of its request', () => {
  const fault = { code: 'too-long', message: 'No.', path: [], suggestions: [] };
  const refused = new Failure('validation-failed', 'No.', { faults: [fault, fault], requestId: 'req_1' });
  expect([titleOfFailure(refused), requestIdOf(refused)]).toEqual(['2 values were refused', null]);
  expect(titleOfFailure(new Failure('network', 'No.'))).toBe('No connection');
  expect(titleOfFailure(new Failure('role-forbidden', 'No.'))).toBe('Not allowed');
  expect(titleOfFailure(new Failure('version-mismatch', 'No.'))).toBe('Changed by another user meanwhile');
  const unexpected = new Failure('internal-error', 'No.', { requestId: 'req_2' });
  expect([titleOfFailure(unexpected), requestIdOf(unexpected)]).toEqual([null, 'req_2']);
  expect([titleOfFailure(new TypeError('No.')), requestIdOf(new TypeError('No.'))]).toEqual([null, null]);
});
