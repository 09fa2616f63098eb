import { Box, Button, Group, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { missingAttributesQuery, readinessQuery } from './home-documents.ts';
import {
  heatLevel,
  incompleteColumns,
  incompleteConditions,
  nextCell,
  type ReadinessMatrix,
  toReadinessMatrix,
} from './readiness-matrix.ts';

/** The rows that are shown first. */
const INITIAL_ROWS = 10;
/** Maximum width in pixels of the columns where there are few. */
const MAX_COLUMN_WIDTH = 148;
const SET_COLUMN_WIDTH = 172;

/**
 * Shows the completeness of the products of each attribute set, by channel and locale; a cell opens those that are not
 * complete.
 */
export function ReadinessTable() {
  const { channel, locale } = useViewScope();
  const readiness = useQuery(readinessQuery(locale?.code ?? null));
  return (
    <section aria-labelledby="readiness">
      <Group gap={0} align="baseline" maw={760} mb="xs">
        <Title order={2} id="readiness">
          {t('Readiness')}
        </Title>
        <Text span size="xs" c="var(--ink-3)" ml="xs">
          {t('average of the products')}
        </Text>
        <Legend />
      </Group>
      <QueryResult query={readiness} what={t('readiness')} shape="rows">
        {(entries) => {
          const map = toReadinessMatrix(entries, channel?.code ?? null);
          return map.rows.length === 0 ? (
            <EmptyState title={t('No products yet')} area="products">
              {t('Shows how complete the products of each attribute set are, by channel and locale.')}
            </EmptyState>
          ) : (
            <HeatmapTable map={map} />
          );
        }}
      </QueryResult>
    </section>
  );
}

const formatPercent = (percent: number): string =>
  (percent / 100).toLocaleString(localeTag, { style: 'percent' });

/** Shows the colours of the cells, from empty to complete. */
const Legend = () => (
  <Group gap={6} ml="auto" fz="xs" c="dimmed" className="number">
    {formatPercent(0)}
    <Group gap={1} aria-hidden="true">
      {[0, 1, 2, 3, 4].map((heat) => (
        <Box key={heat} w={14} h={10} bg={`var(--heat-${heat})`} />
      ))}
    </Group>
    {formatPercent(100)}
    <Group gap={4} ml="xs">
      <CheckIcon color="var(--ok)" />
      {t('All complete')}
    </Group>
  </Group>
);

function HeatmapTable({ map }: { readonly map: ReadinessMatrix }) {
  const { channels, columns } = map;
  const [showsAll, setShowsAll] = useState(false);
  const [current, setCurrent] = useState({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const rows = showsAll ? map.rows : map.rows.slice(0, INITIAL_ROWS);
  // One cell is reached by Tab; where it has no number, the first that has one.
  const entry =
    typeof rows[current.row]?.cells[current.column] === 'object' && rows[current.row]?.cells[current.column]
      ? current
      : { row: 0, column: rows[0]?.cells.findIndex((cell) => cell !== null) ?? 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextCell(rows, entry, event.key);
    if (next === null) return;
    event.preventDefault();
    setCurrent(next);
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.row}/${next.column}"]`)?.focus();
  };
  return (
    <>
      <section className="heat-scroll" aria-label={t('Readiness by attribute set, channel and locale')}>
        <table
          ref={table}
          className="heat"
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are gone through by arrow keys is a grid
          role="grid"
          aria-labelledby="readiness"
          style={{ maxInlineSize: SET_COLUMN_WIDTH + columns.length * MAX_COLUMN_WIDTH }}
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                {t('Attribute set')}
              </th>
              {channels.map(({ code, label, columns: width }) => (
                <th key={code} colSpan={width} scope="colgroup">
                  {label}
                </th>
              ))}
            </tr>
            <tr>
              {columns.map(({ channel, locale }) => (
                <th key={`${channel.code}/${locale.code}`} scope="col" title={locale.code}>
                  {locale.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ code, label, products, cells }, row) => (
              <tr key={code}>
                <th scope="row">
                  <Group gap="xs" wrap="nowrap">
                    <Text inherit truncate maw={200} title={code}>
                      {label}
                    </Text>
                    <Text span size="xs" c="var(--ink-3)">
                      {products.toLocaleString(localeTag)}
                    </Text>
                  </Group>
                </th>
                {cells.map((cell, column) => {
                  const of = columns[column];
                  return of === undefined || cell === null ? (
                    <td key={columnKey(of, column)} className="quiet">
                      –
                    </td>
                  ) : (
                    <td key={columnKey(of, column)}>
                      <ReadinessCell
                        set={{ code, label }}
                        {...of}
                        cell={cell}
                        position={`${row}/${column}`}
                        isEntry={row === entry.row && column === entry.column}
                        onFocus={() => setCurrent({ row, column })}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {map.rows.length > rows.length ? (
        <Button variant="default" size="xs" mt="sm" onClick={() => setShowsAll(true)}>
          {t('Show all {count} attribute sets', { count: map.rows.length })}
        </Button>
      ) : null}
    </>
  );
}

type ReadinessColumn = ReadinessMatrix['columns'][number];
const columnKey = (of: ReadinessColumn | undefined, column: number) =>
  of === undefined ? column : `${of.channel.code}/${of.locale.code}`;

/** Shows a number that leads to the incomplete products, with what they lack as columns. */
function ReadinessCell(
  props: ReadinessColumn & {
    readonly set: { readonly code: string; readonly label: string };
    readonly cell: NonNullable<ReadinessMatrix['rows'][number]['cells'][number]>;
    readonly position: string;
    readonly isEntry: boolean;
    readonly onFocus: () => void;
  },
) {
  const { set, channel, locale, cell, position, isEntry, onFocus } = props;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const missing = missingAttributesQuery(set.code, channel.code, locale.code);
  const isComplete = cell.incomplete === 0;
  const prefetch = () => {
    if (!isComplete) void queryClient.prefetchQuery(missing);
  };
  const search = {
    channel: channel.code,
    locale: locale.code,
    compare: undefined,
    where: incompleteConditions(set.code, cell),
  };
  const open = async (event: MouseEvent) => {
    if (isComplete || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const lacking = await queryClient.fetchQuery(missing).catch(() => []);
    await navigate({ to: '/products', search: { ...search, columns: incompleteColumns(lacking) } });
  };
  const { percent, products, incomplete } = cell;
  const summary = isComplete
    ? t('{products, plural, one {# product is} other {# products are}} complete.', { products })
    : t(
        '{percent} % on average. {incomplete, plural, one {# of {products} products is} other {# of {products} products are}} incomplete.',
        { percent, products, incomplete },
      );
  return (
    <TextLink
      to="/products"
      search={search}
      className="heat-cell"
      bg={isComplete ? 'var(--ok-soft)' : `var(--heat-${heatLevel(cell.percent)})`}
      c={isComplete ? 'var(--ok)' : `var(--on-heat-${heatLevel(cell.percent)}, var(--ink-1))`}
      data-cell={position}
      tabIndex={isEntry ? 0 : -1}
      title={t(
        '{complete, number} of {products, plural, one {# product} other {# products}} complete · {percent} on average',
        { complete: products - incomplete, products, percent: formatPercent(percent) },
      )}
      aria-label={`${set.label}, ${channel.label}, ${locale.label}: ${summary}`}
      onFocus={() => {
        onFocus();
        prefetch();
      }}
      onMouseEnter={prefetch}
      onClick={(event) => void open(event)}
    >
      {isComplete ? <CheckIcon /> : formatPercent(percent)}
    </TextLink>
  );
}
