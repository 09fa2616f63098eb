import type { AttributePlan } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import type { Labels } from '../../../catalogue/model/fields/labels.ts';
import { t } from '../../../i18n/translate.ts';
import { findAttribute, findChoice, nearestChoice, readList, readRequired } from './read-cells.ts';
import { readSettings } from './read-settings.ts';
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
  const existing = existingAttribute(model, text('code'), label);
  const code = existing?.code ?? (text('code') || codeFromLabel(label));
  if (!isEmpty && code === '' && label === '') faults.set(main, { message: t('Enter a label.') });
  else if (!isEmpty && code === '') faults.set('code', { message: t('Enter a code.') });
  else if (!/^\w*$/.test(code)) faults.set('code', { message: t('Use letters, digits and _.') });
  else if (codes.has(code.toLowerCase()))
    faults.set(
      text('code') === '' ? main : 'code',
      clearing(t('The table has {name} twice.', { name: code })),
    );
  const group = findChoice(model.groups, text('group'));
  const newGroup = group === null ? codeFromLabel(text('group')) : '';
  if (group === null && text('group') !== '' && newGroup === '')
    faults.set('group', { message: t('Create this group first: no code can be made of its name.') });
  const sets = readSets(text('sets'), model, faults);
  const planned =
    existing === null ? readType(text, label, code, model, faults) : keepType(text, existing, faults);
  const plan: AttributePlan = {
    ...planned,
    ...readSettings(text, planned, existing, faults),
    code,
    labels,
    group: group?.value ?? (newGroup || null),
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
    kind: isEmpty ? 'empty' : existing === null ? 'new' : 'changed',
    plan,
    newGroup: newGroup === '' ? null : text('group'),
    faults: isEmpty ? new Map() : faults,
  };
}

/** Returns the attribute that a row names: by its code, otherwise by its label or the code that is made of it. */
function existingAttribute({ attributes }: TableModel, code: string, label: string) {
  const attribute = findAttribute(attributes, code || label);
  // A label is not taken for a code.
  return code === '' || foldName(attribute?.code ?? '') === foldName(code) ? attribute : null;
}

function readSets(text: string, { sets }: TableModel, faults: Map<string, CellFault>): readonly string[] {
  return readList(text).flatMap((name) => {
    const set = findChoice(sets, name);
    if (set === null)
      faults.set('sets', using(t('Unknown attribute set: {name}', { name }), nearestChoice(sets, name)));
    return set?.value ?? [];
  });
}
