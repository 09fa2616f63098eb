import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { PagedTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ATTRIBUTE_SETS } from './structure-documents.ts';

/** Shows the attribute sets: which attributes a kind of product has. */
export function AttributeSetsPage() {
  const locale = useViewScope().locale?.code ?? null;
  const list = useList(['attribute sets', locale], async (after, signal) => {
    const { attributeSets } = await request(ATTRIBUTE_SETS, { after }, signal);
    return attributeSets;
  });
  return (
    <Page title={t('Attribute sets')} intro={t('Created and changed through the API and by imports.')}>
      <PagedTable
        list={list}
        what={t('attribute sets')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('No attribute sets yet')}>{t('Create attribute sets by the API.')}</EmptyState>
        }
        columns={[
          { title: t('Attribute set'), isHeader: true, cell: ({ label }) => label },
          { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
          { title: t('Attributes'), isNumber: true, cell: ({ attributes }) => attributes.length },
          {
            title: t('Products'),
            isNumber: true,
            cell: ({ code, productsCount }) => (
              <TextLink
                to="/products"
                search={{ where: [{ field: 'attribute_set', operator: 'eq', value: code }] }}
              >
                {productsCount.toLocaleString(localeTag)}
              </TextLink>
            ),
          },
        ]}
      />
    </Page>
  );
}
