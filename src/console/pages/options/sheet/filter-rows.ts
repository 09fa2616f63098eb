import { localeOfColumn } from '../content/option-values.ts';
import { findDuplicates } from './find-duplicates.ts';
import type { OptionRow } from './option-rows.ts';

/** Search and filter of the sheet. */
export interface OptionFilter {
  readonly text: string;
  /** `all`, `active`, `inactive`, `unused`, `duplicates`, or the column of labels that are missing. */
  readonly show: string;
}

export const NO_FILTER: OptionFilter = { text: '', show: 'all' };

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the options whose code, a label or a synonym has a text, without accents and case. */
export function filterRows(rows: readonly OptionRow[], { text, show }: OptionFilter): readonly OptionRow[] {
  const term = plain(text.trim());
  const candidates = show === 'duplicates' ? duplicateRows(rows) : rows;
  return candidates.filter(
    (row) => isShown(row, show) && (term === '' || namesOf(row).some((name) => plain(name).includes(term))),
  );
}

const namesOf = ({ code, values: { labels, synonyms } }: OptionRow): readonly string[] => [
  code,
  ...Object.values(labels),
  ...synonyms,
];

function isShown({ values, stored }: OptionRow, show: string): boolean {
  switch (show) {
    case 'active':
      return values.active;
    case 'inactive':
      return !values.active;
    case 'unused':
      return (stored?.productsCount ?? 0) === 0;
    default: {
      const locale = localeOfColumn(show);
      return locale === null || (values.labels[locale] ?? '') === '';
    }
  }
}

/** Returns the options that probably mean the same as another one, beside it. */
function duplicateRows(rows: readonly OptionRow[]): readonly OptionRow[] {
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const groups = findDuplicates(rows.map((row) => ({ code: row.code, names: namesOf(row) })));
  return groups.flat().flatMap((code) => byCode.get(code) ?? []);
}
