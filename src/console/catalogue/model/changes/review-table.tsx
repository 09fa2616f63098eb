import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import type { ChangeLine } from '../config-page-types.ts';

/** Maximum number of rows of the review. */
const MAX_ROWS = 500;

/** A column before that of the changes. */
interface NameColumn<Row> {
  readonly title: string;
  readonly isHeader?: true;
  readonly cell: (row: Row) => ReactNode;
}

/** Lists changes with stored and new values; each can be discarded, and all of them saved. */
export function ReviewTable<Row>(props: {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly NameColumn<Row>[];
  readonly linesOf: (row: Row) => readonly ChangeLine[];
  /** Returns the reason why a change was rejected. */
  readonly faultOf: (row: Row) => string | undefined;
  /** Returns the name of a change for screen readers. */
  readonly aboutOf: (row: Row) => string;
  readonly onDiscard: (row: Row) => void;
  readonly isBusy: boolean;
  readonly canSave: boolean;
  readonly onSave: () => void;
}) {
  const { rows, columns, linesOf, faultOf, isBusy } = props;
  const count = rows.length;
  return (
    <>
      <DataTable
        label={t('Review changes')}
        rows={rows.slice(0, MAX_ROWS)}
        keyOf={props.keyOf}
        columns={[
          ...columns,
          {
            title: t('Change'),
            cell: (row) => (
              <>
                {linesOf(row).map((line) => (
                  <ChangedValue key={line.label} line={line} />
                ))}
                {faultOf(row) === undefined ? null : <span className="staging-refused">{faultOf(row)}</span>}
              </>
            ),
          },
          {
            title: t('Actions'),
            isActions: true,
            cell: (row) => (
              <RowAction
                verb={t('Discard')}
                about={props.aboutOf(row)}
                isBusy={isBusy}
                onClick={() => props.onDiscard(row)}
              />
            ),
          },
        ]}
      />
      {count <= MAX_ROWS ? null : (
        <p className="quiet">{t('The first {count} are shown.', { count: MAX_ROWS })}</p>
      )}
      <Group justify="flex-end" mt="md">
        <Button disabled={!props.canSave} loading={isBusy} onClick={props.onSave}>
          {t('Save {count, plural, one {# change} other {# changes}}', { count })}
        </Button>
      </Group>
    </>
  );
}

const ChangedValue = ({ line: { label, before, after } }: { readonly line: ChangeLine }) => (
  <div className="review-change">
    {label === '' ? null : <span className="quiet">{label} </span>}
    {before === null ? null : (
      <>
        <del>{before || t('empty')}</del> <span aria-hidden="true">→</span>{' '}
      </>
    )}
    <ins>{after || t('empty')}</ins>
  </div>
);
