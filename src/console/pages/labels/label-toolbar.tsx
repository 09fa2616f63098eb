import { Button, TextInput } from '@mantine/core';
import type { ConfigSearch } from '../../catalogue/model/config-page-types.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { SearchIcon } from '../../ui/icons.ts';
import type { LabelSummary } from './label-documents.ts';
import { KIND_NAMES, LABEL_KINDS } from './label-kinds.ts';

/** Stands in the address for labels that are missing in any locale. */
export const ANY_LOCALE = 'any';

/** Shows search and filters of the labels, with the numbers of missing ones, and the export of what is listed. */
export function LabelToolbar(props: {
  readonly search: ConfigSearch;
  readonly onSearch: (changes: ConfigSearch) => void;
  readonly summary: LabelSummary | undefined;
  readonly locales: readonly string[];
  /** Number of listed objects; undefined until they are counted. */
  readonly count: number | undefined;
  readonly isExporting: boolean;
  readonly onCopy: () => void;
  readonly onDownload: () => void;
}) {
  const { search, onSearch, summary = [], locales, count, isExporting, onCopy, onDownload } = props;
  const { q, kind, missing } = search;
  const summaryOfKind = kind === undefined ? summary : summary.filter((one) => one.kind === kind);
  const missingIn = (locale: string) =>
    summaryOfKind
      .flatMap((one) => one.missing)
      .filter((one) => one.locale === locale)
      .reduce((sum, one) => sum + one.count, 0);
  return (
    <div className="toolbar config-toolbar">
      <TextInput
        type="search"
        aria-label={t('Search labels')}
        placeholder={t('By label or code')}
        leftSection={<SearchIcon />}
        aria-keyshortcuts="/"
        defaultValue={q ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ q: value === '' ? undefined : value })}
      />
      <select
        className="config-filter"
        aria-label={t('Kind')}
        data-active={kind !== undefined}
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ kind: value === '' ? undefined : value })}
      >
        <option value="">{t('All kinds')}</option>
        {LABEL_KINDS.map((one) => (
          <option key={one} value={one}>
            {withCount(KIND_NAMES[one].many, summary.find((entry) => entry.kind === one)?.count ?? 0)}
          </option>
        ))}
      </select>
      <select
        className="config-filter"
        aria-label={t('Missing labels')}
        data-active={missing !== undefined}
        value={missing ?? ''}
        onChange={({ currentTarget: { value } }) => onSearch({ missing: value === '' ? undefined : value })}
      >
        <option value="">{t('All labels')}</option>
        <option value={ANY_LOCALE}>{t('Missing in any locale')}</option>
        {locales.map((locale) => (
          <option key={locale} value={locale}>
            {withCount(t('Missing in {locale}', { locale: localeName(locale) }), missingIn(locale))}
          </option>
        ))}
      </select>
      <Button variant="default" disabled={isExporting} onClick={onCopy}>
        {t('Copy table')}
      </Button>
      <Button variant="default" loading={isExporting} onClick={onDownload}>
        {t('Download CSV')}
      </Button>
      <span className="quiet option-count" role="status">
        {count === undefined ? null : t('{count, plural, one {# object} other {# objects}}', { count })}
      </span>
    </div>
  );
}

const withCount = (text: string, count: number) => `${text} (${count.toLocaleString(localeTag)})`;
