import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { PagedTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { ATTRIBUTES } from './structure-documents.ts';

/** Shows the attributes of products and entities. */
export function AttributesPage() {
  const locale = useViewScope().locale?.code ?? null;
  const list = useList(['attributes', locale], async (after, signal) => {
    const { attributes } = await request(ATTRIBUTES, { after }, signal);
    return attributes;
  });
  return (
    <Page title={t('Attributes')} intro={t('Created and changed through the API and by imports.')}>
      <PagedTable
        list={list}
        what={t('attributes')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('No attributes yet')}>{t('Create attributes by the API.')}</EmptyState>}
        columns={[
          { title: t('Attribute'), isHeader: true, cell: ({ label }) => label },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          { title: t('Type'), cell: ({ type }) => translateLabel(titled(type)) },
          { title: t('Group'), cell: ({ group }) => group?.label },
          {
            title: t('Varies by'),
            cell: ({ localizable, scopable }) =>
              [...(scopable ? [t('Channel')] : []), ...(localizable ? [t('Locale')] : [])].join(', '),
          },
        ]}
      />
    </Page>
  );
}
