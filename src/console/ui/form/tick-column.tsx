import { Checkbox } from '@mantine/core';
import { t } from '../../i18n/translate.ts';

interface LabelledRow {
  readonly code: string;
  readonly label: string;
}

/** Returns the column of the checkboxes, whose head ticks all rows. */
export function tickColumn(
  rows: readonly LabelledRow[],
  ticked: ReadonlySet<string>,
  onTicked: (codes: ReadonlySet<string>) => void,
) {
  const count = rows.filter(({ code }) => ticked.has(code)).length;
  const areAll = count === rows.length && count > 0;
  return {
    title: t('Select all'),
    isActions: true as const,
    width: '36px',
    head: (
      <Checkbox
        size="xs"
        aria-label={t('Select all')}
        checked={areAll}
        indeterminate={count > 0 && !areAll}
        onChange={() => onTicked(areAll ? new Set() : new Set(rows.map(({ code }) => code)))}
      />
    ),
    cell: ({ code, label }: LabelledRow) => (
      <Checkbox
        size="xs"
        aria-label={t('Select {name}', { name: label })}
        checked={ticked.has(code)}
        onChange={({ currentTarget: { checked } }) =>
          onTicked(
            checked ? new Set([...ticked, code]) : new Set([...ticked].filter((other) => other !== code)),
          )
        }
      />
    ),
  };
}
