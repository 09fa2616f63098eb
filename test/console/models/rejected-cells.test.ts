// Risk: the grid shows people a rejection in another language, or with codes in place of labels.
import { expect, test } from 'vitest';
import { type StagedCell, toRejectedCells } from '../../../src/console/catalogue/grid/edits/staged-cells.ts';
import { rememberAttributeLabels } from '../../../src/console/i18n/labels.ts';
import { localized } from '../../../src/kernel/problems/messages/message.ts';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';

test('a rejected cell has the German reason of the server, with the label of its attribute', () => {
  rememberAttributeLabels([{ code: 'title', label: 'Titel' }]);
  const cell = {} as StagedCell;
  const tooShort = localized('text-too-short', { attribute: 'title', count: 1, min: 3 });
  const message = rendered(tooShort, 'de');
  const { key: messageKey, params } = tooShort;
  const path = ['values', '0', 'value'];
  const error = { code: 'too-short', message, messageKey, params, attribute: 'title', path };
  const problem = { code: 'validation-failed', detail: message, errors: [error] };
  expect(toRejectedCells({ cells: [cell] } as never, problem)).toEqual([
    { cell, reason: 'Titel hat 1 Zeichen; mindestens 3 sind nötig.', takenBy: undefined },
  ]);
});
