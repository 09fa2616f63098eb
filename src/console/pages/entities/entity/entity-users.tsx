import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { ENTITIES_KEY } from '../../../catalogue/actions/restore-entity.ts';
import { t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { USED_BY, USED_BY_ENTITIES } from './entity-page-documents.ts';

interface Props {
  readonly type: string;
  readonly code: string;
  readonly page: { readonly channel: string; readonly locale: string };
}

const NONE = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** Lists the products and entities that refer to an entity. */
export function EntityUsers(props: Props) {
  const { type, code, page } = props;
  const products = useList([ENTITIES_KEY, 'users', type, code, page], async (after, signal) => {
    const { entity } = await request(USED_BY, { type, code, after, ...page }, signal);
    return entity?.usedBy ?? NONE;
  });
  const entities = useList([ENTITIES_KEY, 'naming', type, code, page], async (after, signal) => {
    const { entity } = await request(USED_BY_ENTITIES, { type, code, after, ...page }, signal);
    return entity?.usedByEntities ?? NONE;
  });
  const isUnused = products.items?.length === 0 && entities.items?.length === 0;
  if (isUnused) return <p className="quiet">{t('Nothing uses it.')}</p>;
  return (
    <>
      <PagedTable
        list={products}
        what={t('products')}
        isNarrow
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          {
            title: t('Product'),
            isHeader: true,
            cell: ({ sku, label }) => (
              <TextLink to="/products/$sku" params={{ sku }}>
                <CodeLabel label={label} />
              </TextLink>
            ),
          },
          { title: t('SKU'), cell: ({ sku }) => <span className="code">{sku}</span> },
        ]}
      />
      <PagedTable
        list={entities}
        what={t('entities')}
        isNarrow
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          {
            title: t('Entity'),
            isHeader: true,
            cell: (user) => (
              <TextLink
                to="/entities/$type/$code"
                params={{ type: user.entityType?.code ?? '', code: user.code }}
              >
                <CodeLabel label={user.label} />
              </TextLink>
            ),
          },
          { title: t('Type'), cell: ({ entityType }) => entityType?.label },
        ]}
      />
    </>
  );
}
