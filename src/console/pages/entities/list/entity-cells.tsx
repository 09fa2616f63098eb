import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { overflowNote, valueCell } from '../../../catalogue/grid/cells/value-cell.tsx';
import { t } from '../../../i18n/translate.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import type { SheetCell, SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import type { GridEntity } from './entity-grid-documents.ts';
import type { EntityListState } from './use-entity-list.ts';

/** The columns that stay at the start: label and code. */
export const PINNED_COLUMNS: readonly SheetColumn[] = [
  {
    key: '.label',
    title: t('Label'),
    width: matchMedia('(max-width: 48em)').matches ? 150 : 0,
    isPinned: true,
  },
  { key: '.code', title: t('Code'), width: 0, isPinned: true },
];

/** The only column of rows with two lines. */
export const LINES: readonly SheetColumn[] = [{ key: '.label', title: t('Label'), width: 0 }];

/** Limits that the pinned columns are fitted to. */
export const LIMITS: Readonly<Record<string, NonNullable<GridColumn['limits']>>> = {
  '.label': { beside: 110, weight: 500, most: 340 },
  '.code': { beside: 0, weight: 400, most: 200 },
};

/** Returns the column of values at a position; undefined for label and code. */
export const columnAt = (columns: readonly GridColumn[], position: number): GridColumn | undefined =>
  columns[position - PINNED_COLUMNS.length];

/** Returns a cell of an entity. */
export function entityCell(
  { type, schema, edits, columns, lines }: EntityListState,
  entity: GridEntity,
  position: number,
): SheetCell {
  const text = stripBrackets(entity.label);
  if (position === 0)
    return {
      text,
      content: <EntityName type={type.code} entity={entity} isInLines={lines.isInLines} />,
      note: overflowNote(text, 16),
    };
  if (position === 1)
    return { text: entity.code, content: <span className="code sheet-sku">{entity.code}</span> };
  const column = columnAt(columns.shown, position);
  const { staged, waiting, source } = edits;
  return column?.cell == null
    ? { text: '' }
    : valueCell(source, entity, column, column.cell, { schema, staged, waiting, isMissing: () => false });
}

function EntityName(props: {
  readonly type: string;
  readonly entity: GridEntity;
  readonly isInLines: boolean;
}) {
  const { type, entity, isInLines } = props;
  const { code, label, image, active, parent } = entity;
  return (
    <span className="with-thumbnail">
      <Thumbnail url={image?.url} name={label} icon={undefined} />
      <span className="sheet-name">
        <TextLink to="/entities/$type/$code" params={{ type, code }} tabIndex={-1}>
          {parent === null ? null : <span className="name-above">{stripBrackets(parent.label)} / </span>}
          <CodeLabel label={label} />
        </TextLink>
        {isInLines ? (
          <span className="sheet-line">
            <span className="code">{code}</span>
          </span>
        ) : null}
      </span>
      {active ? null : <span className="family-count">{t('Inactive')}</span>}
    </span>
  );
}
