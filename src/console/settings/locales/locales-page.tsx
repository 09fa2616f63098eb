import { useState } from 'react';
import { request } from '../../api/request.ts';
import { localeName } from '../../language/locale-name.ts';
import { t } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
import { EnabledOnly } from '../../ui/enabled-only.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EditableList } from '../editable-list.tsx';
import { LOCALES } from './locale-documents.ts';

const LocaleForm = lazyPart(async () => (await import('./locale-form.tsx')).LocaleForm);

/** The locales of the catalogue. */
export function LocalesPage() {
  const [enabledOnly, setEnabledOnly] = useState(true);
  return (
    <EditableList
      title={t('Locales')}
      intro={t('Languages of product texts. Each channel uses some of them.')}
      noun={[t('locale'), t('locales')]}
      queryKey={['locales', 'list', enabledOnly]}
      load={async (after, signal) =>
        (await request(LOCALES, { after, enabled: enabledOnly ? true : null }, signal)).locales
      }
      above={<EnabledOnly isOn={enabledOnly} onChange={setEnabledOnly} />}
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
