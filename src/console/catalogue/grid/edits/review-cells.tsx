import { Button, Group, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { optionsQuery } from '../../values/options-query.ts';
import type { GridRow, GridSource, VisibilityLoss } from '../grid-source.ts';
import { formatCell, isAmbiguousCell } from './format-cell.ts';
import { type StagedCell, stagedCellKey } from './staged-cells.ts';
import { UniqueValueOwner } from './unique-value-owner.tsx';

/** Maximum number of rows of the review. */
const MAX_ROWS = 500;
/** Maximum number of rows that are named as no longer live. */
const MAX_VISIBILITY_LOSSES = 20;

/**
 * Shows the staged cells: row, column, old and new value, and the reason of a rejection. Rejected cells stand
 * first, then numbers that can mean another one.
 */
export function ReviewCells(props: {
  readonly source: Pick<GridSource<GridRow>, 'texts' | 'ObjectLink' | 'loadLabels'>;
  readonly refused: readonly StagedCell[];
  readonly ready: readonly StagedCell[];
  readonly leaving: readonly VisibilityLoss[];
  readonly isBusy: boolean;
  readonly onDiscard: (cells: readonly StagedCell[]) => void;
  /** It is undefined where nothing can be saved. */
  readonly onSave: (() => void) | undefined;
}) {
  const { source, refused, ready, leaving, isBusy, onDiscard, onSave } = props;
  const { channel, locale } = useViewScope();
  const page = { channel: channel?.code ?? null, locale: locale?.code ?? null };
  const doubtful = new Set(ready.filter(isAmbiguousCell));
  const others = ready.filter((cell) => !doubtful.has(cell));
  const cells = [...refused, ...doubtful, ...others].slice(0, MAX_ROWS);
  const keys = [...Map.groupBy(cells, ({ rowId }) => rowId)].map(([id, own]) => ({
    id,
    code: own[0]?.code ?? '',
  }));
  const labels = useQuery({
    queryKey: ['reviewed rows', keys, page],
    queryFn: () => source.loadLabels(keys, page),
  }).data;
  const inWords = useCellText(cells, page.locale ?? '');
  const count = refused.length + ready.length;
  return (
    <>
      <LeavingProducts leaving={leaving} />
      <DataTable
        label={t('Review changes')}
        rows={cells}
        keyOf={({ rowId, column }) => stagedCellKey(rowId, column)}
        columns={[
          {
            title: source.texts.title,
            isHeader: true,
            cell: ({ rowId, code }) => (
              <>
                <source.ObjectLink code={code}>{labels?.get(rowId) ?? code}</source.ObjectLink>
                <div className="code quiet">{code}</div>
              </>
            ),
          },
          {
            title: t('Column'),
            cell: ({ column: { title, hint } }) => (
              <>
                {title}
                {hint === undefined ? null : <span className="quiet"> {hint}</span>}
              </>
            ),
          },
          {
            title: t('Change'),
            cell: (cell) =>
              // If the attribute no longer exists, only the typed text is left.
              cell.column.cell === null ? (
                cell.text
              ) : (
                <ChangeText cell={cell} isDoubtful={doubtful.has(cell)} inWords={inWords} />
              ),
          },
          ...(refused.length === 0
            ? []
            : [
                {
                  title: t('Reason'),
                  cell: (cell: StagedCell) => (
                    <>
                      <span className="staging-refused">{cell.reason}</span>{' '}
                      <UniqueValueOwner source={source} cell={cell} />
                    </>
                  ),
                },
              ]),
          {
            title: t('Actions'),
            isActions: true,
            cell: (cell: StagedCell) => (
              <RowAction
                verb={t('Discard')}
                about={`${cell.code} ${cell.column.title} ${cell.column.hint ?? ''}`.trim()}
                isBusy={isBusy}
                onClick={() => onDiscard([cell])}
              />
            ),
          },
        ]}
      />
      {count <= MAX_ROWS ? null : (
        <p className="quiet">{t('The first {count} are shown.', { count: MAX_ROWS })}</p>
      )}
      <Group justify="flex-end" mt="md">
        {refused.length === 0 ? null : (
          <Button variant="default" disabled={isBusy} onClick={() => onDiscard(refused)}>
            {t('Discard refused changes')}
          </Button>
        )}
        {ready.length === 0 ? null : (
          <Button disabled={onSave === undefined} loading={isBusy} onClick={onSave}>
            {t('Save {count, plural, one {# change} other {# changes}}', { count: ready.length })}
          </Button>
        )}
      </Group>
    </>
  );
}

/** Returns a function that writes a value of a cell, with the labels of options. */
function useCellText(cells: readonly StagedCell[], locale: string) {
  const sets = [...new Set(cells.flatMap(({ column }) => column.cell?.attribute.optionSet?.code ?? []))];
  const loaded = useQueries({ queries: sets.map((set) => optionsQuery(set, locale)) });
  return (value: unknown, { column: { cell } }: StagedCell) => {
    const options = loaded[sets.indexOf(cell?.attribute.optionSet?.code ?? '')]?.data ?? [];
    const labelOf = (code: string) => options.find((one) => one.code === code)?.label ?? code;
    return cell === null ? '' : formatCell(value, cell, labelOf, localeTag) || t('empty');
  };
}

/** Shows the rows that are no longer live somewhere once the cells are saved. */
function LeavingProducts({ leaving }: { readonly leaving: readonly VisibilityLoss[] }) {
  if (leaving.length === 0) return null;
  return (
    <ul className="plain-list sunken" style={{ marginBlockEnd: 12, background: 'var(--warn-soft)' }}>
      {leaving.slice(0, MAX_VISIBILITY_LOSSES).map(({ code, places }) => (
        <li key={code}>
          <strong>{code}</strong> {t('No longer live in {places}.', { places: formatList(places) })}
        </li>
      ))}
      {leaving.length <= MAX_VISIBILITY_LOSSES ? null : (
        <li>{t('The first {count} are shown.', { count: MAX_VISIBILITY_LOSSES })}</li>
      )}
    </ul>
  );
}

/** Shows the old and the new value of a cell; of a number that can mean another one, what was typed. */
function ChangeText(props: {
  readonly cell: StagedCell;
  readonly isDoubtful: boolean;
  readonly inWords: ReturnType<typeof useCellText>;
}) {
  const { cell, isDoubtful, inWords } = props;
  return (
    <span className="review-change">
      <del>{inWords(JSON.parse(cell.before), cell)}</del> <span aria-hidden="true">→</span>{' '}
      <ins>{cell.value === undefined ? cell.text || t('empty') : inWords(cell.value, cell)}</ins>
      {isDoubtful ? (
        <Text span display="block" c="var(--warn)">
          {t('Typed: {text}', { text: cell.text })}
        </Text>
      ) : null}
    </span>
  );
}
