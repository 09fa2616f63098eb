// Risk: a setting of a shape gives a product the value of another row, or clears one that the file does not mention.
import { expect, test } from 'vitest';
import { DEFAULT_FILE_OPTIONS } from '../../../../src/modules/file-formats/columns/file-options.ts';
import { type ColumnMapping, mapColumns } from '../../../../src/modules/file-formats/columns/map-columns.ts';
import { createRowShape } from '../../../../src/modules/file-formats/shape/row-shape.ts';
import type { SourceRow } from '../../../../src/modules/file-formats/source-row.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import type { SeededRandom } from '../../../support/seeded-random-from.ts';
import { collectRows, readRows, SHAPE_CONTEXT, type TestRow } from '../../../support/shaped-rows.ts';

const COLUMNS = ['fam', 'sku', 'lang', 'chan', 'title', 'slogan', 'brand', 'size', 'mats'];

interface Setting {
  readonly fill: readonly string[];
  readonly lang: boolean;
  readonly chan: boolean;
  readonly group: boolean;
  /** The entry of the column `title`. */
  readonly title: 'plain' | 'joined' | 'conditional';
}

/** A row as the model has it: cells by their names, `title@de_DE` in a scope; undefined where the file has none. */
interface ModelRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string | undefined>>;
  readonly isBroken: boolean;
  readonly kind?: 'model' | 'variant';
  readonly scopes?: readonly string[];
  /** The cell of the group cannot be read, here or in a row that was merged. */
  readonly isGroupUnknown?: boolean;
}

/** Fills cells as the guide says, each by looking at the rows above it. */
function fill(rows: readonly TestRow[], columns: readonly string[]): readonly ModelRow[] {
  type Text = string | undefined;
  const isUnreadable = (at: number, column: string) =>
    rows[at]?.isBroken === true || rows[at]?.brokenCell === column;
  const cell = (at: number, column: string) => rows[at]?.cells[COLUMNS.indexOf(column)] ?? '';
  /** The text above a row; undefined if it cannot be known. */
  const above = (at: number, index: number): Text => (at === 0 ? '' : textAt(at - 1, index));
  /** Whether a row begins something new in a column before: undefined if it cannot be known. */
  const begins = (at: number, index: number): boolean | undefined => {
    const answers = columns.slice(0, index).map((column, before): boolean | undefined => {
      if (isUnreadable(at, column)) return undefined;
      const text = cell(at, column);
      if (text === '') return false;
      const over = above(at, before);
      return over === undefined ? undefined : over !== text;
    });
    return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false;
  };
  const textAt = (at: number, index: number): Text => {
    const column = columns[index] ?? '';
    if (isUnreadable(at, column)) return undefined;
    if (cell(at, column) !== '') return cell(at, column);
    const isNew = begins(at, index);
    const over = above(at, index);
    return isNew === true ? '' : isNew === undefined && over !== '' ? undefined : over;
  };
  return rows.map(({ number, cells, isBroken, brokenCell: broken }, at) => {
    const texts = columns.map((column, index) => (broken === column ? '' : textAt(at, index)));
    const named: Record<string, string | undefined> = Object.fromEntries(
      COLUMNS.map((column, index) => [column, column === broken ? '' : cells[index]]),
    );
    for (const [index, column] of columns.entries()) named[column] = texts[index];
    return {
      row: number,
      cells: named,
      isBroken: isBroken || texts.includes(undefined),
      isGroupUnknown: broken === 'fam',
    };
  });
}

const SCOPES: Readonly<Record<string, string>> = { de: 'de_DE', en_US: 'en_US', print: 'print', web: 'web' };

/** Merges rows of one object that follow each other. */
function merge(rows: readonly ModelRow[], { lang, chan, group: isGrouped }: Setting): readonly ModelRow[] {
  if (!lang && !chan) return rows;
  const merged: ModelRow[] = [];
  let groupText: string | undefined;
  let last: ModelRow | undefined;
  for (const row of rows) {
    const { lang: locale = '', chan: channel = '', title = '', slogan = '', sku = '' } = row.cells;
    const isScoped = lang && (title !== '' || (chan && slogan !== ''));
    const texts = [...(lang ? [locale] : []), ...(chan ? [channel] : [])];
    const scope = texts.map((text) => SCOPES[text] ?? '?');
    if (row.isBroken || (texts.every((text) => text === '') && !isScoped) || scope.includes('?')) {
      merged.push(
        scope.includes('?') && (isScoped || texts.join('') !== '') ? { ...row, isBroken: true } : row,
      );
      last = undefined;
      continue;
    }
    const name = scope.join(' ');
    const own: Record<string, string | undefined> = { ...row.cells };
    if (lang) {
      own.title = undefined;
      own[`title@${SCOPES[locale]}`] = title;
      own[`size@${SCOPES[locale]}`] = row.cells.size;
    }
    if (lang && chan) {
      own.slogan = undefined;
      own[`slogan@${name}`] = slogan;
    }
    const isSameGroup = !isGrouped || row.cells.fam === '' || row.cells.fam === groupText;
    if (
      last !== undefined &&
      sku !== '' &&
      last.cells.sku === sku &&
      isSameGroup &&
      !(last.scopes ?? []).includes(name)
    ) {
      const cells: Record<string, string | undefined> = { ...last.cells };
      for (const [key, text] of Object.entries(own))
        if (text !== '' || cells[key] === undefined) cells[key] = text ?? cells[key];
      last = {
        ...last,
        cells,
        scopes: [...(last.scopes ?? []), name],
        isGroupUnknown: last.isGroupUnknown === true || row.isGroupUnknown === true,
      };
      merged[merged.length - 1] = last;
    } else {
      last = { ...row, cells: own, scopes: [name] };
      groupText = row.cells.fam;
      merged.push(last);
    }
  }
  return merged;
}

const isOfVariant = (name: string) => ['sku', 'size'].includes(name.split('@')[0] ?? '');

/** Makes models and variants of groups; unreadable rows come after the group in which they are. */
function group(rows: readonly ModelRow[]): readonly ModelRow[] {
  const groups: { name: string; rows: ModelRow[]; broken: ModelRow[]; isOpen: boolean }[] = [];
  for (const read of rows) {
    const row = { ...read, isBroken: read.isBroken || read.isGroupUnknown === true };
    const text = row.cells.fam ?? '';
    const last = groups.at(-1);
    if (row.isBroken) {
      if (last === undefined) groups.push({ name: '', rows: [], broken: [row], isOpen: true });
      else {
        last.broken.push(row);
        last.isOpen = true;
      }
    } else if (
      last !== undefined &&
      last.name !== '' &&
      (text === last.name || (text === '' && !last.isOpen))
    ) {
      last.rows.push(row);
      last.isOpen = false;
    } else if (text !== '') groups.push({ name: text, rows: [row], broken: [], isOpen: false });
    else if (last === undefined)
      groups.push({ name: '', rows: [], broken: [{ ...row, isBroken: true }], isOpen: true });
    else last.broken.push({ ...row, isBroken: true });
  }
  return groups.flatMap(({ rows: members, broken }) => {
    const [first] = members;
    if (first === undefined) return broken;
    const shared: Record<string, string | undefined> = {};
    for (const { cells } of members)
      for (const [name, text] of Object.entries(cells)) {
        if (isOfVariant(name) || text === undefined) continue;
        const before = shared[name] ?? '';
        if (before === '') shared[name] = text;
        else if (name === 'mats' && text !== '' && !before.split('/').includes(text))
          shared[name] = `${before}/${text}`;
      }
    const model: ModelRow = { row: first.row, cells: shared, isBroken: false, kind: 'model' };
    const variants = members
      .filter(({ cells }) =>
        Object.entries(cells).some(([name, text]) => isOfVariant(name) && (text ?? '') !== ''),
      )
      .map(({ row, cells }): ModelRow => {
        const own = Object.entries(cells).filter(([name]) => isOfVariant(name));
        return {
          row,
          cells: { ...Object.fromEntries(own), fam: shared.fam },
          isBroken: false,
          kind: 'variant',
        };
      });
    return [model, ...variants, ...broken];
  });
}

/** What a row says of each target; nothing of a target that it does not mention. */
function write(
  { cells, kind }: ModelRow,
  { lang, chan, title: entry }: Setting,
): Readonly<Record<string, string>> {
  const said: Record<string, string | undefined> = { brand: cells.brand };
  for (const label of lang ? ['@de_DE', '@en_US'] : ['']) {
    const title = cells[`title${label}`];
    const isMentioned = label === '' || cells[`size${label}`] !== undefined;
    const ownSize = cells[`size${label}`] ?? '';
    const size = ownSize !== '' || !isMentioned ? ownSize : (cells.size ?? '');
    const target = `name-${label === '' ? 'en_US' : label.slice(1)}`;
    if (entry === 'plain') said[target] = title;
    else if (entry === 'conditional') said[target] = size === 'L' ? title : undefined;
    else {
      const isThere = title !== undefined || (isMentioned && (ownSize !== '' || cells.size !== undefined));
      said[target] = isThere ? [title ?? '', size].filter((text) => text !== '').join(' ') : undefined;
    }
  }
  if (lang && chan)
    for (const locale of ['de_DE', 'en_US'])
      for (const channel of ['print', 'web'])
        said[`slogan-${locale}-${channel}`] = cells[`slogan@${locale} ${channel}`];
  said.mats = cells.mats
    ?.split('/')
    .filter((text) => text !== '')
    .join(',');
  if (kind === 'model') said.sku = cells.fam;
  else if (kind === 'variant') {
    said.sku = cells.sku;
    said.parent = cells.fam;
  } else said.sku = cells.sku;
  return Object.fromEntries(
    Object.entries(said).filter((entry_): entry_ is [string, string] => entry_[1] !== undefined),
  );
}

function mappingOf({ lang, chan, group: isGrouped, title }: Setting): readonly ColumnMapping[] {
  const record = (...values: string[]) => [{ column: '_record', values }];
  const target = lang ? 'name' : 'name-en_US';
  return [
    ...(title === 'plain' ? [{ column: 'title', target }] : []),
    ...(title === 'joined'
      ? [{ column: 'title', target, transform: [{ concat: { columns: ['Title', 'size'] } }] }]
      : []),
    ...(title === 'conditional'
      ? [{ column: 'title', target, when: [{ column: 'size', values: ['L'] }] }]
      : []),
    { column: 'slogan', target: lang && chan ? 'slogan' : null },
    { column: 'mats', transform: [{ split: { separator: '/' } }] },
    { column: 'size', target: null },
    ...(isGrouped
      ? [
          { column: 'fam', target: 'sku', when: record('model') },
          { column: 'sku', target: 'sku', when: record('variant') },
          { column: 'fam', target: 'parent', when: record('variant') },
        ]
      : [{ column: 'fam', target: null }]),
    ...(lang ? [] : [{ column: 'lang', target: null }]),
    ...(chan ? [] : [{ column: 'chan', target: null }]),
  ];
}

function randomRows(random: SeededRandom): readonly TestRow[] {
  return Array.from({ length: 10 }, (_, index) => ({
    number: index + 2,
    cells: [
      random.pick(['', '', 'f1', 'f2']),
      random.pick(['s1', 's1', 's2', '']),
      random.pick(['de', 'en_US', 'en_US', '', 'xx']),
      random.pick(['print', 'web', 'web', '']),
      ...[random.pick(['', 't1', 't2']), random.pick(['', 'g1', 'g2'])],
      ...[random.pick(['', 'b1', 'b2']), random.pick(['', 'L', 'M']), random.pick(['', 'wood', 'steel'])],
    ],
    isBroken: random.integer(0, 11) === 0,
    brokenCell: random.integer(0, 11) === 0 ? random.pick(['fam', 'brand']) : null,
  }));
}

test('what a file says of its products is what each of its settings means', async () => {
  const random = seededRandom();
  for (let round = 0; round < 800; round += 1) {
    const setting: Setting = {
      fill: random.pick([[], ['brand'], ['fam', 'brand'], ['fam']]),
      lang: random.pick([true, false]),
      chan: random.pick([true, false]),
      group: random.pick([true, false]),
      title: random.pick(['plain', 'joined', 'conditional']),
    };
    const rows = randomRows(random);
    const options = {
      ...DEFAULT_FILE_OPTIONS,
      fillDown: setting.fill,
      ...(setting.lang && { localeColumn: 'Lang' }),
      ...(setting.chan && { channelColumn: 'chan' }),
      ...(setting.group && { groupColumn: 'fam', variantColumns: ['sku', ' Size'] }),
    };
    const settings = { resource: 'products', mapping: mappingOf(setting) } as const;
    const shape = createRowShape(COLUMNS, settings, options, SHAPE_CONTEXT);
    const shaped = await collectRows(shape.reshape(readRows(rows, COLUMNS), { byte: 0, row: 1 }));
    const mapped = mapColumns(shape.columns, shape.mapping, options);
    const saidBy = ({ source }: SourceRow) => {
      const { cells } = mapped.map(source as readonly string[]);
      const entries = mapped.names.flatMap((name, at) =>
        name === '' || name.startsWith('_') ? [] : [[name, cells[at]] as const],
      );
      return Object.fromEntries(entries.filter(([, cell]) => cell !== null && cell !== undefined));
    };
    const actual = shaped.map((row) =>
      row.problem === null
        ? { row: Math.abs(row.number), said: saidBy(row) }
        : { row: row.number, said: null },
    );
    const merged = merge(fill(rows, setting.fill), setting);
    const modelled = (setting.group ? group(merged) : merged).map((row) => ({
      row: row.row,
      said: row.isBroken ? null : write(row, setting),
    }));
    expect({ setting, rows, shaped: actual }).toEqual({ setting, rows, shaped: modelled });
  }
});
