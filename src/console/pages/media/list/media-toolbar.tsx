import { TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ConfigSearch } from '../../../catalogue/model/config-page-types.ts';
import { FilterSelect, UNUSED } from '../../../catalogue/model/fields/filter-select.tsx';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { ListIcon, SearchIcon, TableIcon } from '../../../ui/icons.ts';
import { TilesIcon } from '../media-icons.ts';
import { KIND_CHOICES } from '../media-texts.ts';

/** The views of the files, by their names in the address. */
const VIEWS = [
  { value: undefined, label: t('Tiles'), Icon: TilesIcon },
  { value: 'list', label: t('List'), Icon: ListIcon },
  { value: 'texts', label: t('Alternative texts'), Icon: TableIcon },
];

/** Shows search, filters and view of the files, all of which stand in the address. */
export function MediaToolbar(props: {
  readonly search: ConfigSearch;
  readonly onSearch: (changes: ConfigSearch) => void;
  readonly locales: readonly string[];
  /** Tags of the loaded files. */
  readonly tags: readonly string[];
  /** Number of listed files; undefined until they are counted. */
  readonly count: number | undefined;
  /** Actions of the view. */
  readonly children?: ReactNode;
}) {
  const { search, onSearch, locales, tags, count } = props;
  const { q, kind, unused, missing, tag, view } = search;
  const filter = (name: string) => (value: string) => onSearch({ [name]: value === '' ? undefined : value });
  return (
    <div className="toolbar config-toolbar">
      <TextInput
        type="search"
        aria-label={t('Search files')}
        placeholder={t('By file name or code')}
        leftSection={<SearchIcon />}
        aria-keyshortcuts="/"
        defaultValue={q ?? ''}
        onChange={({ currentTarget }) => filter('q')(currentTarget.value)}
      />
      <FilterSelect
        filter={{ name: 'kind', label: t('All kinds'), choices: KIND_CHOICES }}
        value={kind ?? ''}
        onChange={filter('kind')}
      />
      <FilterSelect filter={UNUSED} value={unused ?? ''} onChange={filter('unused')} />
      <FilterSelect
        filter={{
          name: 'missing',
          label: t('Any alternative text'),
          choices: locales.map((code) => ({
            value: code,
            label: t('No text in {locale}', { locale: localeName(code) }),
          })),
        }}
        value={missing ?? ''}
        onChange={filter('missing')}
      />
      <TagFilter tag={tag ?? ''} tags={tags} onTag={filter('tag')} />
      <fieldset className="row media-views" aria-label={t('View')}>
        {VIEWS.map(({ value, label, Icon }) => (
          <button
            key={label}
            type="button"
            className="flat"
            aria-pressed={view === value}
            onClick={() => onSearch({ view: value })}
          >
            <Icon />
            {label}
          </button>
        ))}
      </fieldset>
      {props.children}
      <span className="quiet option-count" role="status">
        {count === undefined ? null : t('{count, plural, one {# file} other {# files}}', { count })}
      </span>
    </div>
  );
}

/** Limits the list to a tag: one of those of the loaded files is suggested, any other is taken with Enter. */
function TagFilter(props: {
  readonly tag: string;
  readonly tags: readonly string[];
  readonly onTag: (tag: string) => void;
}) {
  const { tag, tags, onTag } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // Back and links change the tag, too; nobody's text is replaced while it is typed.
  useEffect(() => {
    if (input.current !== null && input.current !== document.activeElement) input.current.value = tag;
  }, [tag]);
  return (
    <>
      <input
        ref={input}
        className="config-filter"
        type="search"
        list={id}
        aria-label={t('Tag')}
        placeholder={t('Tag')}
        data-active={tag !== ''}
        defaultValue={tag}
        onChange={({ currentTarget: { value } }) => {
          if (value === '' || tags.includes(value)) onTag(value);
        }}
        onKeyDown={({ key, currentTarget: { value } }) => {
          if (key === 'Enter') onTag(value.trim());
        }}
      />
      <datalist id={id}>
        {tags.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
