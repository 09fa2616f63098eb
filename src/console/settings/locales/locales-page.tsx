import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ListTable } from '../../shell/list.tsx';
import { Page } from '../../shell/page.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { tellDone } from '../../shell/tell.tsx';
import { LOCALES, type Locale } from './locale-documents.ts';
import { LocaleForm } from './locale-form.tsx';

const KEY = ['locales'];

/** The languages of the catalogue. */
export function LocalesPage() {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Locale | 'new' | null>(null);
  const list = useList(
    [...KEY, 'all'],
    async (after, signal) => (await request(LOCALES, { after }, signal)).locales,
  );
  const locale = edited === 'new' ? null : edited;
  return (
    <Page
      title="Locales"
      intro="Languages that texts of products are written in. A channel shows some of them."
      actions={<Button onClick={() => setEdited('new')}>New locale</Button>}
    >
      <ListTable
        list={list}
        what="locales"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="No locales yet">Make the first one.</EmptyNote>}
        columns={[
          { title: 'Code', cell: ({ code }) => code },
          { title: 'Language', cell: ({ label }) => label },
          { title: 'In use', cell: ({ enabled }) => (enabled ? 'Yes' : 'No') },
          { title: 'Stand-in', cell: ({ fallback }) => fallback?.code ?? '–' },
          {
            title: 'Actions',
            cell: (row) => <RowAction verb="Edit" about={row.code} onClick={() => setEdited(row)} />,
          },
        ]}
      />
      <Dialog
        title={edited === null ? null : edited === 'new' ? 'New locale' : `Edit ${edited.code}`}
        onClose={() => setEdited(null)}
      >
        <LocaleForm
          locale={locale}
          onCancel={() => setEdited(null)}
          onSaved={(code) => {
            setEdited(null);
            tellDone(`${code} is saved.`);
            void queryClient.invalidateQueries({ queryKey: KEY });
          }}
        />
      </Dialog>
    </Page>
  );
}
