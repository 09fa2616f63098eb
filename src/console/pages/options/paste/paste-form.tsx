import { Stack } from '@mantine/core';
import type { FieldChange } from '../../../catalogue/model/config-page-types.ts';
import type { PasteColumn } from '../../../catalogue/model/paste/paste-columns.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { Swatch } from '../../../ui/swatch.tsx';
import { parseColor } from '../content/option-cell.ts';
import { localeOfColumn } from '../content/option-values.ts';
import type { OptionDraft } from '../sheet/edit-options.ts';
import type { OptionRow } from '../sheet/option-rows.ts';
import {
  matchPaste,
  optionPasteColumns,
  orderChanges,
  type PastedRow,
  POSITION,
  sortByPosition,
} from './match-paste.ts';

/** Maximum number of options that one save writes. */
const MAX_OPTIONS = 5_000;
/** Number of rows that are shown. */
const MAX_SHOWN = 200;

const resultOf = ({ kind, label }: PastedRow) =>
  kind === 'changed' ? t('Changes {name}', { name: label }) : kind === 'new' ? t('New') : t('No change');

/** Shows a pasted table with what it does to each option, before it becomes a part of the draft. */
export function PasteForm(props: {
  readonly block: CellBlock;
  /** Position of the column that a table without heads begins in. */
  readonly from: number;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly OptionRow[];
  readonly option: OptionDraft;
  readonly onCancel: () => void;
  readonly onAccept: (changes: readonly FieldChange[]) => void;
}) {
  const { block, from, columns, rows, option, onCancel, onAccept } = props;
  const { keys, hasHeads } = optionPasteColumns(block, toPasteColumns(columns), from);
  const body = sortByPosition(hasHeads ? block.slice(1) : block, keys);
  const pasted = matchPaste(body, keys, rows, option);
  const changedRows = pasted.filter(({ kind }) => kind !== 'same');
  const changes = [
    ...changedRows.flatMap((row) => row.changes),
    ...(keys.includes(POSITION) ? orderChanges(pasted, rows, option) : []),
  ];
  const countOf = (kind: PastedRow['kind']) => pasted.filter((row) => row.kind === kind).length;
  const shownColumns = columns.filter(({ key }) => keys.includes(key));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAccept(changes);
      }}
    >
      <Stack>
        <strong role="status">
          {t('{added} new · {changed} changed · {same} unchanged', {
            added: countOf('new'),
            changed: countOf('changed'),
            same: countOf('same'),
          })}
        </strong>
        <DataTable
          label={t('Pasted options')}
          rows={pasted.slice(0, MAX_SHOWN)}
          keyOf={({ code }) => code}
          isNarrow
          columns={[
            ...shownColumns.map(({ key, title }, index) => ({
              title,
              ...(index === 0 ? { isHeader: true as const } : {}),
              cell: ({ texts }: PastedRow) => <PastedCell column={key} text={texts.get(key) ?? ''} />,
            })),
            { title: t('Result'), cell: (row) => <span className="quiet">{resultOf(row)}</span> },
          ]}
        />
        <FormButtons
          submit={t('Add to the draft')}
          isBusy={false}
          isDisabled={changes.length === 0 || changedRows.length > MAX_OPTIONS}
          why={
            changedRows.length > MAX_OPTIONS
              ? t('Paste at most {count} options at a time.', { count: MAX_OPTIONS })
              : undefined
          }
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

function PastedCell({ column, text }: { readonly column: string; readonly text: string }) {
  const color = column === 'swatch' ? parseColor(text) : null;
  return color === null ? (
    text
  ) : (
    <span className="option-label">
      <Swatch color={color} />
      {color}
    </span>
  );
}

/** Names that heads of spreadsheets have for columns, beside their titles. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  code: ['code', 'id', 'key'],
  swatch: ['color', 'colour', 'swatch', 'hex', 'farbe', 'couleur'],
  synonyms: ['synonyms', 'synonym', 'aliases'],
  active: ['active', 'enabled', 'aktiv'],
  [POSITION]: ['position', 'sort order', 'order', 'Reihenfolge', 'ordre'],
};

/** Returns the columns that are pasted into, with the names of their heads. */
function toPasteColumns(columns: readonly SheetColumn[]): readonly PasteColumn[] {
  const ofSheet = columns
    .filter(({ key }) => key !== 'products')
    .map(({ key, title }, index) => {
      const locale = localeOfColumn(key);
      const names = locale === null ? (HEADS[key] ?? []) : [locale, `label-${locale}`, `label ${locale}`];
      return { key, names: [title, key, ...names, ...(index === 0 ? ['label', 'name', t('Label')] : [])] };
    });
  return [...ofSheet, { key: POSITION, names: [t('Position'), ...(HEADS[POSITION] ?? [])] }];
}
