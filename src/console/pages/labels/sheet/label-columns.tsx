import type { ComponentType } from 'react';
import { attributeTypeIcon } from '../../../catalogue/model/attributes/attribute-types.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { CategoriesIcon, ChannelsIcon, LinksIcon, ListIcon, TableIcon } from '../../../ui/icons.ts';
import type { SheetCell, SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import type { LabelKind, LabelObject } from '../label-documents.ts';
import { KIND_NAMES } from '../label-kinds.ts';
import { conflictOfRow, type LabelRow, labelOfRow, pathOfObject } from './label-rows.ts';

/** Keys of the columns before the locales. */
export const CODE_COLUMN = 'code';
export const KIND_COLUMN = 'kind';

/** Returns the columns: the object, its kind, and its labels in the locales. */
export const labelColumns = (locales: readonly string[], isNarrow: boolean): readonly SheetColumn[] => [
  { key: CODE_COLUMN, title: t('Object'), width: isNarrow ? 140 : 240, isPinned: true },
  { key: KIND_COLUMN, title: t('Kind'), width: 140 },
  ...locales.map((locale) => ({ key: locale, title: localeName(locale), width: 220 })),
];

export const isLocaleColumn = (column: string): boolean => column !== CODE_COLUMN && column !== KIND_COLUMN;

const ICONS: Readonly<Record<Exclude<LabelKind, 'ATTRIBUTE'>, ComponentType>> = {
  ATTRIBUTE_GROUP: ListIcon,
  ATTRIBUTE_SET: TableIcon,
  OPTION_SET: ListIcon,
  OPTION: attributeTypeIcon('SELECT'),
  CATEGORY: CategoriesIcon,
  ENTITY_TYPE: attributeTypeIcon('ENTITY'),
  ASSOCIATION_TYPE: LinksIcon,
  CHANNEL: ChannelsIcon,
  MEASUREMENT_FAMILY: attributeTypeIcon('MEASUREMENT'),
  UNIT: attributeTypeIcon('MEASUREMENT'),
};

const iconOf = ({ kind, type }: LabelObject): ComponentType =>
  kind === 'ATTRIBUTE' ? attributeTypeIcon(type ?? '') : ICONS[kind];

/** Returns a cell of the sheet. */
export function labelCell(row: LabelRow, column: string, faults: ReadonlyMap<string, string>): SheetCell {
  const { object } = row;
  if (column === CODE_COLUMN) return { text: pathOfObject(object), content: <ObjectName object={object} /> };
  if (column === KIND_COLUMN) {
    const text = KIND_NAMES[object.kind].one;
    return { text, content: <span className="quiet">{text}</span> };
  }
  const text = labelOfRow(row, column);
  const theirs = conflictOfRow(row, column);
  if (theirs !== undefined)
    return {
      text,
      tone: 'refused',
      note: t('Another person changed this to: {value}', { value: theirs || t('empty') }),
    };
  if (!row.cells.has(column)) return { text };
  const fault = faults.get(row.key);
  return fault === undefined ? { text, tone: 'staged' } : { text, tone: 'refused', note: fault };
}

function ObjectName({ object }: { readonly object: LabelObject }) {
  const Icon = iconOf(object);
  const { owner, code } = object;
  return (
    <span className="option-label">
      <Icon />
      <span className="code">
        {owner === null ? null : <span className="quiet">{owner}/</span>}
        {code}
      </span>
    </span>
  );
}
