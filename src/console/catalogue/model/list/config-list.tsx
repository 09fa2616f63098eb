import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { tickColumn } from '../../../ui/form/tick-column.tsx';
import { SearchIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { ConfigObject, ConfigPage, ConfigSearch, ListOrder } from '../config-page-types.ts';
import { FilterSelect, UNUSED } from '../fields/filter-select.tsx';

/** Shows the list of a page: search, filters and order in its address; a row opens the panel. */
export function ConfigList<Row extends ConfigObject, Item extends ConfigObject>(props: {
  readonly page: ConfigPage<Row, Item>;
  readonly list: PagedList<Row>;
  readonly openCode: string | null;
  readonly search: ConfigSearch;
  readonly onSearch: (changes: ConfigSearch) => void;
  /** True if rows can be ticked, where the page has actions on several. */
  readonly mayEdit: boolean;
  /** Content of an empty catalogue, such as a button that creates the first object. */
  readonly firstAction: ReactNode;
}) {
  const { page, list, openCode, search, onSearch, mayEdit, firstAction } = props;
  const { path, texts, columns, icon: Icon, rowLead, SelectionActions } = page;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NO_CODES);
  const { useOrder = useStoredOrder } = page;
  const { moving, dialog, rows: items } = useOrder(list, search, mayEdit && openCode === null);
  const rows = items ?? [];
  const tickedRows = rows.filter(({ code }) => ticked.has(code));
  const canTick = mayEdit && SelectionActions !== undefined && openCode === null;
  const isFiltered = Object.keys(search).some((name) => name !== 'sort');
  return (
    <div className="config-list">
      <ConfigToolbar
        page={page}
        search={search}
        onSearch={onSearch}
        isReady={list.items !== undefined || list.error !== null}
      />
      {!canTick || tickedRows.length === 0 ? null : (
        <section className="toolbar" aria-label={t('Selection')}>
          <strong role="status">{t('{count} selected', { count: String(tickedRows.length) })}</strong>
          <SelectionActions rows={tickedRows} onDone={() => setTicked(NO_CODES)} />
          <Button variant="default" onClick={() => setTicked(NO_CODES)}>
            {t('Clear selection')}
          </Button>
        </section>
      )}
      <PagedTable
        list={{ ...list, items }}
        what={texts.noun}
        keyOf={({ id }) => id}
        isNarrow
        selectedKey={list.items?.find(({ code }) => code === openCode)?.id}
        sort={search.sort ?? page.sort ?? 'LABEL'}
        onSort={(sort) => onSearch({ sort })}
        order={moving?.order}
        empty={
          isFiltered ? (
            <EmptyState title={t('Nothing found')} area="search" />
          ) : (
            <EmptyState title={texts.empty} area="model">
              {firstAction}
            </EmptyState>
          )
        }
        columns={[
          ...(canTick ? [tickColumn(rows, ticked, setTicked)] : []),
          {
            title: t('Label'),
            isHeader: true,
            sort: 'LABEL',
            cell: (row) => (
              <TextLink
                className="config-row"
                // The row is dragged, not its link.
                draggable={moving === null ? undefined : false}
                {...({ to: path, params: { code: row.code }, search: true } as { to: typeof path })}
              >
                {moving?.grip}
                {rowLead?.(row) ?? (Icon === undefined ? null : <Icon />)}
                <span>
                  <CodeLabel label={row.label} />
                  <span className="config-code">{row.code}</span>
                </span>
              </TextLink>
            ),
          },
          ...columns.filter(({ isSecondary }) => openCode === null || !isSecondary),
          ...(moving === null ? [] : [moving.column]),
        ]}
      />
      {dialog}
    </div>
  );
}

/** Returns the rows as they are stored. */
const useStoredOrder = <Row,>({ items }: PagedList<Row>): ListOrder<Row> => ({
  rows: items,
  moving: null,
  dialog: null,
});

const NO_CODES: ReadonlySet<string> = new Set();

function ConfigToolbar<Row extends ConfigObject, Item extends ConfigObject>(props: {
  readonly page: ConfigPage<Row, Item>;
  readonly search: ConfigSearch;
  readonly onSearch: (changes: ConfigSearch) => void;
  /** True once the rows are shown. */
  readonly isReady: boolean;
}) {
  const { page, search, onSearch, isReady } = props;
  return (
    <div className="toolbar config-toolbar">
      <TextInput
        type="search"
        aria-label={t('Search {what}', { what: page.texts.noun })}
        placeholder={t('By label or code')}
        leftSection={<SearchIcon />}
        aria-keyshortcuts="/"
        defaultValue={search.q ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ q: value === '' ? undefined : value })}
      />
      <div className="config-filters">
        {[...(page.filters ?? []), ...(page.hasUnused ? [UNUSED] : [])].map((filter) => (
          <FilterSelect
            key={filter.name}
            filter={filter}
            value={search[filter.name] ?? ''}
            isReady={isReady}
            onChange={(value) => onSearch({ [filter.name]: value === '' ? undefined : value })}
          />
        ))}
      </div>
    </div>
  );
}
