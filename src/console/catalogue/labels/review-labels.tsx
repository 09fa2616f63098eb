import { Button, Group } from '@mantine/core';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { codeOfKey, type LabelCell } from './label-cells.ts';
import type { LabelEdits } from './use-label-edits.ts';

/** Maximum number of rows of the review. */
const MAX_ROWS = 500;

/** Shows the staged labels: object, locale, old and new text; refused ones come first, with the reason. */
export function ReviewLabels({ edits, onSave }: { readonly edits: LabelEdits; readonly onSave: () => void }) {
  const { cells, faults, isBusy, canSave } = edits;
  const sorted = cells.toSorted((one, other) => Number(faults.has(other.key)) - Number(faults.has(one.key)));
  return (
    <>
      <DataTable
        label={t('Review changes')}
        rows={sorted.slice(0, MAX_ROWS)}
        keyOf={({ key, locale }) => `${key}/${locale}`}
        columns={[
          {
            title: t('Object'),
            isHeader: true,
            cell: ({ key }) => (
              <>
                {codeOfKey(key)}
                <div className="quiet">{edits.infoOf(key)}</div>
              </>
            ),
          },
          { title: t('Locale'), cell: ({ locale }) => localeName(locale) },
          { title: t('Change'), cell: (cell) => <Change cell={cell} fault={faults.get(cell.key)} /> },
          {
            title: t('Actions'),
            isActions: true,
            cell: (cell) => (
              <RowAction
                verb={t('Discard')}
                about={`${codeOfKey(cell.key)} ${localeName(cell.locale)}`}
                isBusy={isBusy}
                onClick={() => edits.discard([cell])}
              />
            ),
          },
        ]}
      />
      {cells.length <= MAX_ROWS ? null : (
        <p className="quiet">{t('The first {count} are shown.', { count: MAX_ROWS })}</p>
      )}
      <Group justify="flex-end" mt="md">
        <Button loading={isBusy} disabled={!canSave} onClick={onSave}>
          {t('Save {count, plural, one {# change} other {# changes}}', { count: cells.length })}
        </Button>
      </Group>
    </>
  );
}

function Change({ cell, fault }: { readonly cell: LabelCell; readonly fault: string | undefined }) {
  const { base, value } = cell;
  return (
    <span className="review-change">
      <del>{base || t('empty')}</del> <span aria-hidden="true">→</span> <ins>{value || t('empty')}</ins>
      {fault === undefined ? null : <span className="staging-refused"> {fault}</span>}
    </span>
  );
}
