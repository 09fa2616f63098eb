import { Button, Stack, Text, Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelLocale } from '../../api/label-locale.ts';
import { withLabels } from '../../i18n/labels.ts';
import { t } from '../../i18n/translate.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { attributeLabelsQuery } from '../changes/attribute-labels.ts';
import { valuePathLabel } from '../changes/format-change.ts';
import { useAttributeLabels } from '../changes/use-product-labels.ts';
import { optionsQuery } from '../values/options-query.ts';
import { type CauseGroup, groupByCause, type RowProblem, suggestFix } from './error-causes.ts';

/** Shows errors and warnings of rows by column and cause, with a remedy for each. */
export function ErrorGroups(props: {
  readonly problems: readonly RowProblem[];
  /** Subject of the errors, for screen readers, where a page has several such lists. */
  readonly of?: string | undefined;
  /** True if there are more groups than these. */
  readonly hasMore?: boolean;
}) {
  const { problems, of, hasMore = false } = props;
  // Messages are drawn again with the labels of attributes and options.
  const attributes = useQuery(attributeLabelsQuery).data ?? [];
  const optionAttributes = new Set(
    problems.filter(({ code }) => code.startsWith('option-')).map((one) => one.attribute),
  );
  const sets = attributes.flatMap(({ code, optionSet }) =>
    optionAttributes.has(code) ? (optionSet?.code ?? []) : [],
  );
  useQueries({ queries: [...new Set(sets)].map((set) => optionsQuery(set, labelLocale() ?? '')) });
  const names = useAttributeLabels(attributes, []);
  return (
    <Stack gap="lg">
      {groupByCause(problems, (cell) => valuePathLabel(cell, names)).map((group) => (
        <ErrorGroup key={group.key} group={group} of={of} hasMore={hasMore} />
      ))}
    </Stack>
  );
}

/** Maximum number of rows that are shown of one cause at first. */
const SHOWN = 5;

function ErrorGroup(props: {
  readonly group: CauseGroup<RowProblem>;
  readonly of: string | undefined;
  readonly hasMore: boolean;
}) {
  const { group, of, hasMore } = props;
  const { place, cause, codes, problems, level } = group;
  const [showsAll, setShowsAll] = useState(false);
  const rows = new Set(problems.map(({ row }) => row)).size;
  const isOfFile = problems.every(({ row }) => row === 0);
  const title = place === null ? cause : `${place}: ${cause}`;
  const hints = new Set(
    problems.flatMap(({ hint, message, attribute }) =>
      hint === null || message.includes(hint) ? [] : [withLabels({ message: hint, attribute })],
    ),
  );
  const advice = suggestFix(group);
  const messages = new Set(problems.map(withLabels));
  const isSaidOnce = messages.size === 1 && problems.length > 1;
  const visibleProblems = showsAll ? problems : problems.slice(0, SHOWN);
  return (
    <div className="cause" data-tone={level === 'ERROR' ? 'error' : 'warn'}>
      <Title order={3} title={codes}>
        {title}
        {isOfFile ? null : (
          <Text span inherit c="dimmed" fw={400} ml="xs" className="number">
            {hasMore
              ? t('at least {rows, plural, one {# row} other {# rows}}', { rows })
              : t('{rows, plural, one {# row} other {# rows}}', { rows })}
          </Text>
        )}
        {level === 'ERROR' ? null : (
          <Text span inherit c="dimmed" fw={400} ml="xs">
            {level === 'WARNING' ? t('Warning') : t('Note')}
          </Text>
        )}
      </Title>
      {isSaidOnce ? <Text size="sm">{[...messages]}</Text> : null}
      {advice === null ? (
        [...hints].slice(0, 3).map((hint) => (
          <Text key={hint} size="sm" c="var(--ink-2)">
            {hint}
          </Text>
        ))
      ) : (
        <Text size="sm" c="var(--ink-2)">
          {advice}
        </Text>
      )}
      <DataTable
        label={of === undefined ? title : `${of}: ${title}`}
        rows={visibleProblems.map((problem, index) => ({ ...problem, index }))}
        keyOf={({ index }) => index}
        columns={[
          { title: t('Row'), width: '12%', cell: (problem) => rowOf(problem) },
          { title: t('Object'), width: '20%', cell: ({ ref }) => ref ?? '–' },
          { title: t('Value'), ...(isSaidOnce ? {} : { width: '20%' }), cell: ({ value }) => value ?? '' },
          ...(isSaidOnce ? [] : [{ title: t('Message'), cell: withLabels }]),
        ]}
      />
      {problems.length > visibleProblems.length ? (
        <Button mt="xs" size="xs" variant="default" onClick={() => setShowsAll(true)}>
          {t('Show all {count, number} rows', { count: problems.length })}
        </Button>
      ) : null}
    </div>
  );
}

/** Returns the row, with the name of the file if the job has several. */
const rowOf = ({ file = null, row }: RowProblem): string =>
  file === null ? (row === 0 ? '–' : String(row)) : row === 0 ? file : `${file}, ${row}`;
