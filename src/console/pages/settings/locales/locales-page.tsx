import { useState } from 'react';
import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { request } from '../../../api/request.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { EditableList } from '../editable-list.tsx';
import { findByName, SearchField } from '../search-field.tsx';
import { enableLocale, LOCALES } from './locale-documents.ts';

const LocaleForm = lazyComponent(async () => (await import('./locale-form.tsx')).LocaleForm);

/** Shows the locales of the catalogue: those in use, and by search all that can be enabled. */
export function LocalesPage() {
  const [words, setWords] = useState('');
  const isSearching = words.trim() !== '';
  const enabling = useMutationWithToast(
    async (code: string) => enableLocale({ code, enabled: true }),
    [['locales']],
    (code) => t('{code} enabled.', { code }),
  );
  return (
    <EditableList
      title={t('Locales')}
      intro={t('Languages of product texts. Each channel uses some of them.')}
      noun={[t('locale'), t('locales')]}
      queryKey={['locales', 'list', isSearching]}
      load={async (after, signal) => {
        const enabled = isSearching ? null : true;
        if (!isSearching) return (await request(LOCALES, { after, enabled }, signal)).locales;
        const nodes = await fetchAllPages(
          async (next) => (await request(LOCALES, { after: next, enabled }, signal)).locales,
        );
        return { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
      }}
      find={(rows) => findByName(rows, words, ({ code }) => localeName(code)).slice(0, MOST_SHOWN)}
      above={<SearchField label={t('Search all locales')} words={words} onSearch={setWords} />}
      action={({ code, enabled }) =>
        enabled ? null : <RowAction verb={t('Enable')} about={code} onClick={() => enabling.mutate(code)} />
      }
      columns={[
        { title: t('Language'), isHeader: true, cell: ({ code }) => localeName(code) },
        { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
        { title: t('Enabled'), cell: ({ enabled }) => (enabled ? t('Yes') : t('No')) },
        {
          title: t('Fallback locale'),
          cell: ({ fallback }) => (fallback === null ? '–' : localeName(fallback.code)),
        },
      ]}
      form={({ row, ...ends }) => <LocaleForm locale={row} {...ends} />}
    />
  );
}

/** Maximum number of rows of a search: people who see more type another letter. */
const MOST_SHOWN = 100;
