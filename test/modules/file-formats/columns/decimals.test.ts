// Risk: a number is read as another one, a thousand times larger or smaller, because its file has other separators.
import { expect, test } from 'vitest';
import { rendered } from '../../../../src/kernel/problems/messages/render-message.ts';
import { readDecimalCell } from '../../../../src/modules/file-formats/columns/cell-text.ts';
import { mapColumns } from '../../../../src/modules/file-formats/columns/map-columns.ts';

const DIGITS = ['0', '7', '12', '250', '1250'];
const SEPARATORS = ['.', ',', ' ', "'"] as const;

/** Each text of up to three groups of digits, with any separators between them. */
const TEXTS = DIGITS.flatMap((first) => [
  first,
  ...SEPARATORS.flatMap((one) =>
    DIGITS.flatMap((second) => [
      `${first}${one}${second}`,
      ...SEPARATORS.flatMap((two) => DIGITS.map((third) => `${first}${one}${second}${two}${third}`)),
    ]),
  ),
]);

/** The number of a text by the definition of its form: whole digits, in groups of three or not at all, and decimals. */
function numberOf(text: string, decimal: string, thousands: string): string | null {
  const at = thousands === decimal ? -1 : text.indexOf(decimal);
  const [whole, decimals] = at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  const groups = whole.split(thousands);
  const isGrouped =
    groups.length === 1 ||
    (/^[1-9]\d{0,2}$/.test(groups[0] ?? '') && groups.slice(1).every((group) => /^\d{3}$/.test(group)));
  if (!isGrouped || !/^\d+$/.test(groups.join('')) || (decimals !== null && !/^\d+$/.test(decimals)))
    return null;
  return groups.join('') + (decimals === null ? '' : `.${decimals}`);
}

const isNumber = (text: string | null) => text !== null && /^\d+(\.\d+)?$/.test(text);

test.each([',', '.'] as const)(
  'no text is read as another number where %s separates decimals',
  (decimalSeparator) => {
    for (const thousandsSeparator of [undefined, ...SEPARATORS]) {
      const thousands = thousandsSeparator ?? (decimalSeparator === ',' ? '.' : '-');
      for (const text of TEXTS) {
        const expected = numberOf(text, decimalSeparator, thousands);
        const read = readDecimalCell(text, { decimalSeparator, thousandsSeparator });
        expect([text, thousands, isNumber(read) ? read : null]).toEqual([text, thousands, expected]);
      }
    }
  },
);

test('a step reads what it can, reports the rest, and its number is not read a second time', () => {
  const options = { listSeparator: ',', decimalSeparator: ',' } as const;
  const faults: [number, string][] = [];
  const mapped = mapColumns(['a', 'b'], [{ column: 'a', target: 'x', transform: [{ number: {} }] }], options);
  expect(mapped.hasPlainDecimals).toEqual([true, false]);
  expect(mapped.map(['1.250', '1.250']).cells).toEqual(['1250', '1.250']);
  expect(mapped.map(['1,250', '']).cells).toEqual(['1.250', '']);
  const note = (index: number, message: Parameters<typeof rendered>[0]) =>
    faults.push([index, rendered(message)]);
  expect(mapped.map(['1.25', ''], note).cells).toEqual(['1.25', '']);
  expect(faults).toEqual([
    [
      0,
      "'1.25' is not written as the numbers of this column are, with '.' only between groups of three digits and ',' before decimals. Correct the cell or the separators.",
    ],
  ]);
});
