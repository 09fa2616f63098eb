// Risk: people at the console read codes of attributes, or messages that only programs understand.
import { expect, test } from 'vitest';
import { ApiError, errorTitle, unexpectedErrorRequestId } from '../../src/console/api/api-error.ts';
import { unwrapPayload } from '../../src/console/api/problem.ts';
import { rejectedNamesByReason } from '../../src/console/catalogue/actions/change-products.ts';
import { rememberAttributeLabels, rememberOptionLabels, withLabels } from '../../src/console/i18n/labels.ts';
import type { RequestError } from '../../src/kernel/errors.ts';
import { localized, type Message } from '../../src/kernel/problems/messages/message.ts';
import { rendered } from '../../src/kernel/problems/messages/render-message.ts';
import { withSuggestions } from '../../src/kernel/suggestion.ts';
import { accessDenied } from '../../src/platform/operation/authorize.ts';
import { sessionOf } from '../support/catalogue.ts';

rememberAttributeLabels([{ code: 'title', label: 'Title of the product' }]);

/** A message as the API sends it. */
const sent = (text: Message, language: 'en' | 'de' | 'fr' = 'en') => ({
  message: rendered(text, language),
  messageKey: text.key,
  params: text.params,
});

test('a message names the label of an attribute, and stays as it is where none is known', () => {
  const tooShort = (attribute: string) => localized('text-too-short', { attribute, count: 1, min: 3 });
  expect(withLabels({ ...sent(tooShort('title')), attribute: 'title' })).toBe(
    'Title of the product has 1 characters; at least 3 are needed.',
  );
  expect(withLabels({ ...sent(tooShort('title'), 'de'), attribute: 'title' })).toBe(
    'Title of the product hat 1 Zeichen; mindestens 3 sind nötig.',
  );
  expect(withLabels(sent(tooShort('gtin')))).toBe("'gtin' has 1 characters; at least 3 are needed.");
  expect(withLabels(sent(localized('already-exists', { kind: 'product', ref: 'title' })))).toBe(
    "There is already a product 'title'.",
  );
  expect(withLabels({ message: "'title' …", attribute: 'title' })).toBe('Title of the product …');
});

test('a message names the labels of an option set and of the options that may be meant', () => {
  rememberAttributeLabels([
    { code: 'finish', label: 'Finish', optionSet: { code: 'finishes', label: 'Finishes' } },
  ]);
  const unknown = localized('option-not-found', { value: 'goldd', set: 'finishes' });
  const fault = { ...sent(withSuggestions(unknown, ['gold', 'old_gold'])), attribute: 'finish' };
  expect(withLabels(fault)).toBe(
    "'goldd' is not an option of set Finishes. Did you mean 'gold' or 'old_gold'?",
  );
  rememberOptionLabels('finishes', [
    { code: 'gold', label: 'Polished gold' },
    { code: 'goldd', label: 'Not this one' },
  ]);
  expect(withLabels(fault)).toBe(
    "'goldd' is not an option of set Finishes. Did you mean Polished gold or 'old_gold'?",
  );
  const hint = sent(localized('did-you-mean-alone', { suggestions: ['gold'] }), 'fr');
  expect(withLabels({ ...hint, attribute: 'finish' })).toBe('Vouliez-vous dire Polished gold\u202f?');
  expect(withLabels({ ...hint, attribute: 'title' })).toBe('Vouliez-vous dire «\u202fgold\u202f»\u202f?');
  expect(withLabels({ message: "Did you mean 'gold'?", attribute: 'finish' })).toBe(
    'Did you mean Polished gold?',
  );
  rememberOptionLabels('finishes', [
    { code: 'gold', label: 'Gold' },
    { code: 'old_gold', label: 'Gold' },
  ]);
  const shared = sent(localized('did-you-mean-alone', { suggestions: ['gold', 'old_gold'] }));
  expect(withLabels({ ...shared, attribute: 'finish' })).toBe('Did you mean Gold (gold) or Gold (old_gold)?');
});

test('an English message for programs has other terms for people', () => {
  expect(withLabels(sent(localized('boolean-expected', { attribute: 'title' })))).toBe(
    'Title of the product must be yes or no.',
  );
  const inCell = (message: Message) => withLabels(sent(localized('with-cell', { message, cell: 'B3' })));
  expect(inCell(localized('boolean-expected', { attribute: 'title' }))).toBe(
    'Title of the product must be yes or no. (B3)',
  );
  expect(inCell(localized('channel-required', { attribute: 'title' }))).toBe(
    'Title of the product has a value per channel; name one. (B3)',
  );
});

test('a refusal for a role says what to do, in place of the name of an operation', () => {
  const viewer = sessionOf('organization', 'viewer');
  const failureOf = (fault: RequestError) =>
    new ApiError(fault.code, fault.detail, { messageKey: fault.text?.key, params: fault.text?.params });
  expect(failureOf(accessDenied(viewer, 'products:write', 'Mutation.updateProduct')).message).toBe(
    'Your role (Viewer) does not allow this. Ask an owner or admin for another role.',
  );
  const token = sessionOf('organization', 'editor', ['products:read']);
  expect(failureOf(accessDenied(token, 'products:write', 'Mutation.updateProduct')).message).toBe(
    'This needs the permission products:write. Ask an owner or admin for it.',
  );
  const owner = 'Only an owner makes, changes or removes an owner.';
  expect(new ApiError('role-forbidden', owner).message).toBe(owner);
});

test('a failure has the words of its only mistake, with the label', () => {
  const message = "'title' takes whole numbers.";
  const fault = { code: 'too-many-decimals', message, attribute: 'title', path: [], suggestions: [] };
  expect(() => unwrapPayload({ code: 'validation-failed', detail: message, errors: [fault] })).toThrow(
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
    rejectedNamesByReason([
      of('A', "'A' is not complete for print in en_US."),
      of('B', "'B' is not complete for print in en_US."),
      of('C', rendered(localized('not-complete', { sku: 'C', scopes: 'print' }), 'de')),
      of('D', rendered(localized('not-complete', { sku: 'D', scopes: 'print' }), 'fr')),
    ]).map(({ reason, names }) => [reason, names.length]),
  ).toEqual([
    ['Not complete for print in en_US.', 2],
    ['Nicht vollständig für print.', 1],
    ['Incomplet pour print.', 1],
  ]);
});

test('an error is called by what has happened; only an unexpected one has the id of its request', () => {
  const fault = { code: 'too-long', message: 'No.', path: [], suggestions: [] };
  const refused = new ApiError('validation-failed', 'No.', { faults: [fault, fault], requestId: 'req_1' });
  expect([errorTitle(refused), unexpectedErrorRequestId(refused)]).toEqual(['2 values were refused', null]);
  expect(errorTitle(new ApiError('network', 'No.'))).toBe('No connection');
  expect(errorTitle(new ApiError('role-forbidden', 'No.'))).toBe('Not allowed');
  expect(errorTitle(new ApiError('version-mismatch', 'No.'))).toBe('Changed by another user meanwhile');
  const unexpected = new ApiError('internal-error', 'No.', { requestId: 'req_2' });
  expect([errorTitle(unexpected), unexpectedErrorRequestId(unexpected)]).toEqual([null, 'req_2']);
  expect([errorTitle(new TypeError('No.')), unexpectedErrorRequestId(new TypeError('No.'))]).toEqual([
    null,
    null,
  ]);
});
