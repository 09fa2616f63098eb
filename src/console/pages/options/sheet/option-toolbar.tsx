import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { localeName } from '../../../i18n/locale-name.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { SearchIcon } from '../../../ui/icons.ts';
import { labelColumn } from '../content/option-values.ts';
import { isLoadingOptions, type OptionSet } from '../option-documents.ts';
import type { OptionFilter } from './filter-rows.ts';

/** Shows the search, the filter and the order of the options of a set. */
export function OptionToolbar(props: {
  readonly item: OptionSet;
  readonly filter: OptionFilter;
  readonly onFilter: (filter: OptionFilter) => void;
  /** Number of options that are shown. */
  readonly count: number;
  readonly locales: readonly string[];
  /** It is undefined where options are not sorted by hand. */
  readonly onSort: (() => void) | undefined;
  /** Actions on the ticked options. */
  readonly children: ReactNode;
}) {
  const { item, filter, onFilter, count, locales, onSort, children } = props;
  const choices = [
    { value: 'all', label: t('All options') },
    { value: 'active', label: t('Active options') },
    { value: 'inactive', label: t('Inactive options') },
    { value: 'unused', label: t('Without products') },
    { value: 'duplicates', label: t('Likely duplicates') },
    ...locales.map((locale) => ({
      value: labelColumn(locale),
      label: t('No label in {locale}', { locale: localeName(locale) }),
    })),
  ];
  return (
    <div className="toolbar config-toolbar">
      <TextInput
        type="search"
        aria-label={t('Search options')}
        placeholder={t('By label, code or synonym')}
        leftSection={<SearchIcon />}
        value={filter.text}
        onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
      />
      <select
        className="config-filter"
        aria-label={t('Show')}
        data-active={filter.show !== 'all'}
        value={filter.show}
        onChange={({ currentTarget }) => onFilter({ ...filter, show: currentTarget.value })}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {onSort === undefined ? null : (
        <Button variant="default" onClick={onSort}>
          {t('Sort A–Z')}
        </Button>
      )}
      {children}
      <span className="quiet option-count" role="status">
        {isLoadingOptions(item)
          ? t('Loading {count} options…', { count: item.optionsCount.toLocaleString(localeTag) })
          : t('{count, plural, one {# option} other {# options}}', {
              count: item.isComplete ? count : item.optionsCount,
            })}
      </span>
    </div>
  );
}
