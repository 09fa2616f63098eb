// Risk: a table of labels that is pasted back changes others, or leaves a wrong label; a spreadsheet computes one.
import { expect, test } from 'vitest';
import { labelTable } from '../../../src/console/catalogue/labels/export-labels.ts';
import {
  isNewLabel,
  keyOfObject,
  type LabelChange,
  withLabels,
} from '../../../src/console/catalogue/labels/label-cells.ts';
import { labelRows } from '../../../src/console/catalogue/labels/label-rows.ts';
import { matchTable, readTable } from '../../../src/console/catalogue/labels/match-table.ts';
import type { LabelKind, ModelLabels } from '../../../src/console/pages/labels/label-documents.ts';
import { MODEL_LABELS } from '../../../src/console/pages/labels/label-source.tsx';

const { info } = MODEL_LABELS;
const LOCALES = ['en_US', 'fr_FR'];
const object = (kind: LabelKind, code: string, owner: string | null, text: string): ModelLabels => ({
  kind,
  code,
  owner,
  type: null,
  version: 1,
  labels: [{ locale: 'en_US', text }],
});
const objects = [
  object('ATTRIBUTE', 'weight', null, 'Weight'),
  object('MEASUREMENT_FAMILY', 'weight', null, '=1+2'),
  object('OPTION', 'plain', 'finishes', "'Plain'"),
];

const pasted = (table: readonly (readonly string[])[]) => {
  const read = readTable(table, info, ['code', 'info', ...LOCALES], 0);
  return read === null ? null : matchTable(read, info, objects);
};

test('a table that is exported means the same objects and labels in each language', () => {
  const table = labelTable(info, labelRows(objects, {}), LOCALES);
  expect(table).toEqual([
    ['kind', 'code', ...LOCALES],
    ['ATTRIBUTE', 'weight', 'Weight', ''],
    ['MEASUREMENT_FAMILY', 'weight', "'=1+2", ''],
    ['OPTION', 'finishes/plain', "''Plain'", ''],
  ]);
  expect(pasted(table)).toEqual({
    changes: objects.map((one) => ({ object: one, locale: 'en_US', text: one.labels[0]?.text })),
    unmatched: [],
  });
});

test('a stored label that is pasted again replaces a wrong one of the draft', () => {
  const [weight] = objects as [ModelLabels];
  const change = (text: string): LabelChange => ({ object: weight, locale: 'en_US', text });
  const draft = withLabels({}, [change('Weihgt')]);
  expect(Object.keys(draft)).toEqual([`${keyOfObject(weight)}/en_US`]);
  const table = [
    ['kind', 'code', 'en_US'],
    ['ATTRIBUTE', 'weight', 'Weight'],
  ];
  const changes = pasted(table)?.changes ?? [];
  expect(changes.map((one) => [isNewLabel(draft, one), isNewLabel({}, one)])).toEqual([[true, false]]);
  expect(withLabels(draft, changes)).toEqual({});
});
