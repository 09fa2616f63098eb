// Risk: a pasted table creates attributes of a wrong type, or a misspelled name is taken silently.
import { expect, test } from 'vitest';
import { pasteColumns } from '../../../src/console/catalogue/model/paste/paste-columns.ts';
import { readTable } from '../../../src/console/pages/attributes/paste/read-table.ts';
import { tableChanges } from '../../../src/console/pages/attributes/paste/table-changes.ts';
import { parseType, pasteColumnsOf } from '../../../src/console/pages/attributes/paste/table-columns.ts';
import type { TableModel } from '../../../src/console/pages/attributes/paste/table-model.ts';

const LABEL = 'label/en_US';

const TITLE = {
  code: 'title',
  type: 'TEXT',
  label: 'Title',
  localizable: true,
  scopable: false,
  unique: false,
};

const MODEL: TableModel = {
  locales: ['en_US', 'de_DE'],
  attributes: [TITLE],
  families: [
    {
      code: 'weight',
      units: [
        { code: 'kilogram', symbol: 'kg', label: 'Kilogram' },
        { code: 'gram', symbol: 'g', label: 'Gram' },
      ],
    },
  ],
  groups: [{ value: 'basics', label: 'Basics' }],
  sets: [{ value: 'lamp', label: 'Lamp' }],
  optionSets: [{ value: 'finishes', label: 'Finishes' }],
  entityTypes: [],
  channels: [
    { value: 'webshop', label: 'Web shop' },
    { value: 'print', label: 'Print' },
  ],
};

const read = (...rows: readonly Readonly<Record<string, string>>[]) => readTable(rows, MODEL);

test.each([
  [
    ['Label', 'Type', 'Unit', 'Required in'],
    [LABEL, 'type', 'unit', 'required'],
  ],
  [
    ['Bezeichnung', 'Typ', 'Einheit', 'Gruppe', 'Attributset', 'Pflicht'],
    [LABEL, 'type', 'unit', 'group', 'sets', 'required'],
  ],
  [
    ['Libellé', 'Type', 'Unité', 'Groupe', 'Code'],
    [LABEL, 'type', 'unit', 'group', 'code'],
  ],
  [
    ['Name', 'Wert je Sprache', 'Value per channel', 'Eindeutig', 'sort_order'],
    [LABEL, 'localizable', 'scopable', 'unique', 'sortOrder'],
  ],
  [
    ['Name', 'Deutsch', 'label-de_DE'],
    [LABEL, 'label/de_DE', 'label/de_DE'],
  ],
])('the heads %j are recognized', (heads, keys) => {
  expect(pasteColumns([heads, heads.map(() => 'x')], pasteColumnsOf(MODEL.locales), 0)).toEqual({
    keys,
    hasHeads: true,
  });
});

test('columns without heads stand in the order of the sheet', () => {
  const { keys, hasHeads } = pasteColumns([['Weight', 'Number', 'kg']], pasteColumnsOf(MODEL.locales), 0);
  expect([keys, hasHeads]).toEqual([[LABEL, 'type', 'unit'], false]);
});

test.each([
  ['Einfachauswahl', 'SELECT'],
  ['yes/no', 'BOOLEAN'],
  ['oui/non', 'BOOLEAN'],
  ['Maß', 'MEASUREMENT'],
  ['RICH_TEXT', 'RICH_TEXT'],
  ['Texte long', 'TEXTAREA'],
  ['Colour', null],
])('the type %s is %s', (name, type) => {
  expect(parseType(name)).toBe(type);
});

test('the type is suggested by unit, options and label where the table has none', () => {
  const rows = read(
    { [LABEL]: 'Shade weight' },
    { [LABEL]: 'Pack size', unit: 'g' },
    { [LABEL]: 'Mood', options: 'Cosy, Bright' },
    { [LABEL]: 'Surface', type: 'Single choice', options: 'Finishes' },
    { [LABEL]: 'Box image' },
  );
  expect(
    rows.map(({ plan, faults }) => [
      plan.type,
      plan.measurementFamily,
      plan.defaultUnit,
      plan.optionSet,
      faults.size,
    ]),
  ).toEqual([
    ['MEASUREMENT', 'weight', undefined, null, 0],
    ['MEASUREMENT', 'weight', 'gram', null, 0],
    ['SELECT', null, undefined, null, 0],
    ['SELECT', null, undefined, 'finishes', 0],
    ['MEDIA', null, undefined, null, 0],
  ]);
  expect(rows[2]?.plan.options).toEqual(['Cosy', 'Bright']);
});

test('cells that mean nothing have a reason and a text that fits', () => {
  const [row] = read({
    [LABEL]: 'Net mass',
    type: 'Weigth',
    unit: 'kgs',
    group: 'New group',
    sets: 'Lampp',
    required: 'Web store',
  });
  expect([...(row?.faults ?? [])].map(([column, { message, fix }]) => [column, message, fix?.value])).toEqual(
    [
      ['sets', 'Unknown attribute set: Lampp', 'Lamp'],
      ['type', 'Unknown type: Weigth', 'Measurement'],
      ['unit', 'Unknown unit: kgs', undefined],
      ['required', 'Unknown channel: Web store', 'Web shop'],
    ],
  );
  expect(row?.newGroup).toBe('New group');
});

test('an attribute that exists keeps its type, and one that stands twice is named', () => {
  const rows = read(
    { [LABEL]: 'title', type: 'Number', sets: 'Lamp' },
    { [LABEL]: 'Net', code: 'net' },
    { [LABEL]: 'Net' },
    { [LABEL]: ' ' },
  );
  expect(
    rows.map(({ kind, faults }) => [kind, [...faults].map(([column, { message }]) => [column, message])]),
  ).toEqual([
    ['changed', [['type', 'Title exists already; its type stays Text.']]],
    ['new', []],
    ['new', [[LABEL, 'The table has net twice.']]],
    ['empty', []],
  ]);
});

test('settings of the table go before those that the label suggests, and stay once the attribute exists', () => {
  const rows = read(
    { [LABEL]: 'Model name', localizable: 'no', scopable: 'x', unique: 'ja', sortOrder: '7' },
    { [LABEL]: 'Model title' },
    { [LABEL]: 'Weight', unique: '1', scopable: 'perhaps', sortOrder: 'first' },
    { [LABEL]: 'Title', localizable: '1', scopable: '1', sortOrder: '3' },
  );
  expect(rows.map(({ faults }) => [...faults].map(([column, { message }]) => [column, message]))).toEqual([
    [],
    [],
    [
      ['sortOrder', 'Enter a whole number.'],
      ['scopable', '“perhaps” is neither yes nor no.'],
      ['unique', 'Attributes of the type Measurement do not have this.'],
    ],
    [['scopable', 'Title exists already; change this on its own page.']],
  ]);
  const [name, title, , existing] = rows.map((row) => tableChanges([row], 'en_US', []).attributes[0]);
  expect(name).toMatchObject({ localizable: false, scopable: true, unique: true, sortOrder: 7 });
  expect(title).toMatchObject({ localizable: true, scopable: false });
  expect(Object.keys(title ?? {})).not.toContain('unique');
  expect(existing).toEqual({
    code: 'title',
    labels: [{ locale: 'en_US', text: 'Title' }],
    sortOrder: 3,
  });
});

test('a table is saved as one request', () => {
  const rows = read(
    { [LABEL]: 'Mood', options: 'Cosy', group: 'Style', sets: 'Lamp', required: 'Print' },
    { [LABEL]: 'Title', 'label/de_DE': 'Titel', sets: 'lamp', required: 'alle' },
  );
  expect(tableChanges(rows, 'en_US', MODEL.optionSets)).toEqual({
    attributeGroups: [{ code: 'style', labels: [{ locale: 'en_US', text: 'Style' }] }],
    optionSets: [
      {
        code: 'mood',
        labels: [{ locale: 'en_US', text: 'Mood' }],
        options: [{ code: 'cosy', labels: [{ locale: 'en_US', text: 'Cosy' }] }],
      },
    ],
    attributes: [
      {
        code: 'mood',
        type: 'SELECT',
        labels: [{ locale: 'en_US', text: 'Mood' }],
        group: 'style',
        localizable: false,
        scopable: false,
        optionSet: 'mood',
      },
      {
        code: 'title',
        labels: [
          { locale: 'en_US', text: 'Title' },
          { locale: 'de_DE', text: 'Titel' },
        ],
      },
    ],
    attributeSets: [
      {
        code: 'lamp',
        addAttributes: [{ code: 'mood' }, { code: 'title' }],
        addRequiredAttributes: [
          { channel: 'print', attributes: ['mood'] },
          { channel: '*', attributes: ['title'] },
        ],
      },
    ],
  });
});

test('labels without Latin letters need a code, and groups must exist', () => {
  const rows = read(
    { [LABEL]: '素材' },
    { [LABEL]: '素材', code: 'material', group: '基本' },
    { [LABEL]: '', type: 'Text' },
  );
  expect(rows.map(({ faults }) => [...faults].map(([column, { message }]) => [column, message]))).toEqual([
    [['code', 'Enter a code.']],
    [['group', 'Create this group first: no code can be made of its name.']],
    [[LABEL, 'Enter a label.']],
  ]);
  expect(rows.map(({ newGroup }) => newGroup)).toEqual([null, null, null]);
});

test('an attribute is found by its code, by the label only where the table has no code', () => {
  const attributes = [
    { ...TITLE, code: 'size', type: 'NUMBER', label: 'Width' },
    { ...TITLE, code: 'width', label: 'Size' },
  ];
  const rows = readTable([{ [LABEL]: 'Width' }, { [LABEL]: 'Size', code: 'breadth' }], {
    ...MODEL,
    attributes,
  });
  expect(rows.map(({ kind, plan }) => [kind, plan.code])).toEqual([
    ['changed', 'width'],
    ['new', 'breadth'],
  ]);
});

test('the names of a model are read once, however many rows are compared with it', () => {
  let reads = 0;
  const attributes = [
    {
      ...TITLE,
      get label() {
        reads += 1;
        return 'Title';
      },
    },
  ];
  const model = { ...MODEL, attributes };
  const rows = Array.from({ length: 20 }, (_, index) => ({ [LABEL]: `Attribute ${index}` }));
  readTable(rows, model);
  readTable(rows, model);
  expect(reads).toBe(1);
});
