// Risk: labels of more objects than one request takes are left out, or of options without their set.
import { expect, test } from 'vitest';
import { type LabelWrite, labelRequests } from '../../../src/console/pages/labels/draft/label-input.ts';
import type { LabelKind } from '../../../src/console/pages/labels/label-documents.ts';

const write = (kind: LabelKind, owner: string | null, code: string, text = 'Label'): LabelWrite => ({
  object: { kind, owner, code, type: null, version: 3, labels: [] },
  labels: { fr_FR: text },
});
const many = (count: number, kind: LabelKind, owner: string | null) =>
  Array.from({ length: count }, (_, index) => write(kind, owner, `${kind}_${index}`));
const sizeOf = ({ input }: ReturnType<typeof labelRequests>[number]) =>
  Object.values(input)
    .flat()
    .reduce(
      (sum, entry) => sum + 1 + ((entry as { readonly options?: readonly unknown[] }).options?.length ?? 0),
      0,
    );

test('many labels are several requests of at most 500 objects, sets of options included', () => {
  const writes = [
    ...many(700, 'ATTRIBUTE', null),
    ...Array.from({ length: 300 }, (_, index) => write('OPTION', `set_${index}`, 'one')),
    ...many(300, 'OPTION', 'finishes'),
  ];
  const requests = labelRequests(writes, () => undefined);
  expect(requests.flatMap(({ keys }) => keys)).toHaveLength(1300);
  expect(Math.max(...requests.map(sizeOf))).toBeLessThanOrEqual(500);
});

test('an option set and its options are one entry, and faults are found by its path', () => {
  const [request] = labelRequests(
    [
      write('OPTION_SET', null, 'finishes', ''),
      write('OPTION', 'finishes', 'brass'),
      write('OPTION', 'finishes', 'oak'),
    ],
    () => undefined,
  );
  expect(request?.input).toEqual({
    optionSets: [
      {
        code: 'finishes',
        ifVersion: 3,
        labels: [{ locale: 'fr_FR', text: null }],
        options: ['brass', 'oak'].map((code) => ({
          code,
          ifVersion: 3,
          labels: [{ locale: 'fr_FR', text: 'Label' }],
        })),
      },
    ],
  });
  expect(request?.keyAt(['optionSets', '0', 'options', '1', 'labels', 'fr_FR'])).toBe('OPTION/finishes/oak');
  expect(request?.keyAt(['optionSets', '0', 'labels', 'fr_FR'])).toBe('OPTION_SET//finishes');
});

test('a unit is written with the other units of its family', () => {
  const units = ['GRAM', 'KILOGRAM'].map((code) => ({
    code,
    symbol: code,
    factor: '1',
    offset: '0',
    labels: [{ locale: 'en_US', text: code }],
  }));
  const [request] = labelRequests([write('UNIT', 'weight', 'GRAM', 'gramme')], () => ({ version: 7, units }));
  expect(request?.input.measurementFamilies).toMatchObject([
    {
      code: 'weight',
      ifVersion: 7,
      units: [
        {
          code: 'GRAM',
          labels: [
            { locale: 'en_US', text: 'GRAM' },
            { locale: 'fr_FR', text: 'gramme' },
          ],
        },
        { code: 'KILOGRAM', labels: [{ locale: 'en_US', text: 'KILOGRAM' }] },
      ],
    },
  ]);
});
