import type { AttributePlan } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import type { Labels } from '../../../catalogue/model/fields/labels.ts';
import { t } from '../../../i18n/translate.ts';
import { findChoice, nearestChoice, readList, readRequired } from './read-cells.ts';
import { keepType, readType } from './read-type.ts';
import { labelColumn } from './table-columns.ts';
import {
  type CellFault,
  clearing,
  type ReadRow,
  type TableModel,
  type TableRow,
  using,
} from './table-model.ts';

/** Reads the rows of a table as attributes that are created or changed, with the faults of their cells. */
export function readTable(rows: readonly TableRow[], model: TableModel): readonly ReadRow[] {
  const codes = new Set<string>();
  return rows.map((row) => {
    const read = readRow(row, model, codes);
    if (read.kind !== 'empty') codes.add(read.plan.code.toLowerCase());
    return read;
  });
}

function readRow(row: TableRow, model: TableModel, codes: ReadonlySet<string>): ReadRow {
  const text = (column: string) => row[column]?.trim() ?? '';
  const faults = new Map<string, CellFault>();
  const main = labelColumn(model.locales[0] ?? '');
  const labels: Labels = Object.fromEntries(
    model.locales.map((locale) => [locale, text(labelColumn(locale))]).filter(([, label]) => label !== ''),
  );
  const label = text(main) || (Object.values(labels)[0] ?? '');
  const isEmpty = Object.values(row).every((cell) => cell.trim() === '');
  const existing = findAttribute(model, text('code'), label);
  const code = existing?.code ?? (text('code') || codeFromLabel(label));
  if (!isEmpty && code === '') faults.set(main, { message: t('Enter a label.') });
  else if (!/^\w*$/.test(code)) faults.set('code', { message: t('Use letters, digits and _.') });
  else if (codes.has(code.toLowerCase()))
    faults.set(
      text('code') === '' ? main : 'code',
      clearing(t('The table has {name} twice.', { name: code })),
    );
  const group = findChoice(model.groups, text('group'));
  const sets = readSets(text('sets'), model, faults);
  const plan: AttributePlan = {
    ...(existing === undefined
      ? readType(text, label, code, model, faults)
      : keepType(text, existing, faults)),
    code,
    labels,
    group: group?.value ?? (text('group') === '' ? null : codeFromLabel(text('group'))),
    scopable: false,
    sets,
    requiredIn: readRequired(text('required'), model.channels, (name) =>
      faults.set(
        'required',
        using(t('Unknown channel: {name}', { name }), nearestChoice(model.channels, name)),
      ),
    ),
  };
  if (plan.requiredIn.length > 0 && sets.length === 0 && !faults.has('sets'))
    faults.set('sets', { message: t('Enter the attribute set that requires it.') });
  return {
    kind: isEmpty ? 'empty' : existing === undefined ? 'new' : 'changed',
    plan,
    newGroup: group === null && text('group') !== '' ? text('group') : null,
    faults: isEmpty ? new Map() : faults,
  };
}

/** Returns the attribute that a row names: by its code, otherwise by its label or the code that is made of it. */
function findAttribute({ attributes }: TableModel, code: string, label: string) {
  const name = foldName(code || label);
  return name === ''
    ? undefined
    : (attributes.find((one) => foldName(one.code) === name) ??
        (code === '' ? attributes.find((one) => foldName(one.label) === name) : undefined));
}

function readSets(text: string, { sets }: TableModel, faults: Map<string, CellFault>): readonly string[] {
  return readList(text).flatMap((name) => {
    const set = findChoice(sets, name);
    if (set === null)
      faults.set('sets', using(t('Unknown attribute set: {name}', { name }), nearestChoice(sets, name)));
    return set?.value ?? [];
  });
}
