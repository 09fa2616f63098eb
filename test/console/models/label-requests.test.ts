// Risk: labels of more objects than one request takes are left out, or of options without their set; of those that were
// written before a request fails, the undo is lost.
import { afterEach, expect, test, vi } from 'vitest';
import { keyOfObject } from '../../../src/console/catalogue/labels/label-cells.ts';
import type { LabelKind } from '../../../src/console/pages/labels/label-documents.ts';
import { type LabelWrite, labelRequests } from '../../../src/console/pages/labels/label-input.ts';
import { writeLabels } from '../../../src/console/pages/labels/save-labels.ts';

const write = (kind: LabelKind, owner: string | null, code: string, text = 'Label'): LabelWrite => ({
  object: { kind, owner, code, type: null, version: 3, labels: [] },
  labels: { fr_FR: text },
});
const many = (count: number, kind: LabelKind, owner: string | null) =>
  Array.from({ length: count }, (_, index) => write(kind, owner, `${kind}_${index}`));
type Requests = ReturnType<typeof labelRequests>;
/** Numbers of the objects and the options of requests. */
const sizesOf = (requests: Requests) =>
  requests.map(({ input }) => {
    const entries = Object.values(input).flat() as { readonly options?: readonly unknown[] }[];
    return [entries.length, entries.reduce((sum, { options = [] }) => sum + options.length, 0)];
  });

test('many labels are several requests of at most 500 objects, sets of options included, and 5,000 options', () => {
  const writes = [
    ...many(700, 'ATTRIBUTE', null),
    ...Array.from({ length: 300 }, (_, index) => write('OPTION', `set_${index}`, 'one')),
    ...many(4_000, 'OPTION', 'finishes'),
    ...many(6_000, 'OPTION', 'colors'),
  ];
  const requests = labelRequests(writes, () => undefined);
  expect(new Set(requests.flatMap(({ keys }) => keys)).size).toBe(11_000);
  expect(sizesOf(requests)).toEqual([
    [500, 0],
    [500, 300],
    [1, 4_000],
    [1, 5_000],
    [1, 1_000],
  ]);
});

test('a family and its units are in one request, wherever their labels stand', () => {
  const units = { version: 7, units: [] };
  const writes = [
    write('UNIT', 'weight', 'GRAM'),
    ...many(499, 'ATTRIBUTE', null),
    write('MEASUREMENT_FAMILY', null, 'weight'),
    write('UNIT', 'weight', 'KILOGRAM'),
    write('CHANNEL', null, 'web'),
  ];
  const requests = labelRequests(writes, () => units);
  expect(requests.map(({ input }) => input.measurementFamilies?.length ?? 0)).toEqual([1, 0]);
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

afterEach(() => void vi.unstubAllGlobals());

test('of requests of which one fails, those before it can be undone', async () => {
  const payloads = [
    { __typename: 'ApplyModelPayload', created: 0, updated: 500, deleted: 0 },
    { __typename: 'Conflict', code: 'version-mismatch', detail: 'It was changed meanwhile.', errors: [] },
  ];
  vi.stubGlobal('location', new URL('http://catalograph.test/'));
  vi.stubGlobal('fetch', async () => {
    const headers = { 'x-request-id': `request-${payloads.length}` };
    return Response.json({ data: { applyModel: payloads.shift() } }, { headers });
  });
  const writes = many(1_200, 'ATTRIBUTE', null);
  const ready = writes.map(({ object }) => ({
    key: keyOfObject(object),
    locale: 'fr_FR',
    base: '',
    value: 'Label',
  }));
  const requests = labelRequests(writes, () => undefined);
  const { undo, labels, error } = await writeLabels(requests, ready);
  expect(labels).toEqual(ready.slice(0, 500));
  expect(error).toMatchObject({ code: 'version-mismatch' });

  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { readonly body: string }) => {
    bodies.push(body);
    return Response.json({ errors: [{ message: 'It is enough.' }] });
  });
  await expect(undo()).rejects.toThrow();
  expect(bodies.join()).toContain('request-2');
});
