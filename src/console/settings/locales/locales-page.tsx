import { useState } from 'react';
import { request } from '../../api/request.ts';
import { EditableList } from '../../shell/editable-list.tsx';
import { OnlyInUse } from '../../shell/in-use.tsx';
import { LOCALES } from './locale-documents.ts';
import { LocaleForm } from './locale-form.tsx';

/** The languages of the catalogue. */
export function LocalesPage() {
  const [isCut, setIsCut] = useState(true);
  return (
    <EditableList
      title="Locales"
      intro="Languages that texts of products are written in. A channel shows some of them."
      noun={['locale', 'locales']}
      queryKey={['locales', 'list', isCut]}
      load={async (after, signal) =>
        (await request(LOCALES, { after, enabled: isCut ? true : null }, signal)).locales
      }
      above={<OnlyInUse isOn={isCut} onChange={setIsCut} />}
      columns={[
        { title: 'Code', cell: ({ code }) => code },
        { title: 'Language', cell: ({ label }) => label },
        { title: 'In use', cell: ({ enabled }) => (enabled ? 'Yes' : 'No') },
        { title: 'Stand-in', cell: ({ fallback }) => fallback?.code ?? '–' },
      ]}
      form={({ row, ...ends }) => <LocaleForm locale={row} {...ends} />}
    />
  );
}
