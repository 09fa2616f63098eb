import { useState } from 'react';
import { everyPage } from '../../../api/every-page.ts';
import { request } from '../../../api/request.ts';
import { localeName } from '../../../language/locale-name.ts';
import { t } from '../../../language/t.ts';
import { Code } from '../../../ui/code.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { EditableList } from '../editable-list.tsx';
import { findByName, SearchField } from '../search-field.tsx';
import { enableLocale, LOCALES } from './locale-documents.ts';

const LocaleForm = lazyPart(async () => (await import('./locale-form.tsx')).LocaleForm);

/** Shows the locales of the catalogue: those in use, and by search all that can be enabled. */
export function LocalesPage() {
  const [words, setWords] = useState('');
  const isSearching = words.trim() !== '';
  const enabling = useChange(
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
        const nodes = await everyPage(
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
