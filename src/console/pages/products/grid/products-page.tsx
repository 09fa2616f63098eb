import { useQuery } from '@tanstack/react-query';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { gridSchemaQuery } from '../../../catalogue/columns/column-documents.ts';
import { serializeColumns } from '../../../catalogue/columns/column-spec.ts';
import { defaultColumns } from '../../../catalogue/columns/grid-column.ts';
import { CreateProduct } from '../../../catalogue/create/create-product.tsx';
import { useColumns } from '../../../catalogue/grid/columns/use-columns.ts';
import { selectedFacetValues } from '../../../catalogue/search/conditions.ts';
import { type FilterField, filterFieldsQuery } from '../../../catalogue/search/grid-documents.ts';
import { useProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { NoChannels } from '../../../ui/messages/no-channels.tsx';
import { Loading, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { ProductList } from './product-list.tsx';

const ViewTabs = lazyComponent(
  async () => (await import('../views/view-tabs.tsx')).ViewTabs,
  <div className="row view-bar" />,
);

const NO_FIELDS: readonly FilterField[] = [];
const NO_MODEL: GridSchema = { attributes: [], channels: [], sets: [], nameAttribute: null };

/** Shows the products of the catalogue: search, filter, sort, edit, export. */
export function ProductsPage() {
  const { channel, locale, compare } = useViewScope();
  const page = { channel: channel?.code ?? '', locale: locale?.code ?? '' };
  const fields = useQuery(filterFieldsQuery);
  const model = useQuery({ ...gridSchemaQuery(page.locale), enabled: locale !== null });
  const search = useProductSearch(fields.data ?? NO_FIELDS);
  const schema = model.data ?? NO_MODEL;
  const columns = useColumns(schema, page, search, compare, {
    storageKey: 'catalograph-product-columns',
    // A few that fit the attribute set, if only one is listed.
    defaults: () => {
      const [set = null, ...otherSets] = selectedFacetValues('attribute_set', search.where);
      return defaultColumns(schema, page.channel, otherSets.length === 0 ? set : null);
    },
  });
  const mayEdit = useCanEdit();
  return (
    <Page
      isWide
      title={t('Products')}
      tabs={
        fields.data === undefined || model.data === undefined ? (
          <div className="row view-bar" />
        ) : (
          <ViewTabs
            fields={fields.data}
            search={search}
            columns={serializeColumns(columns.own.map(({ address }) => address))}
            onForgetColumns={columns.forget}
          />
        )
      }
      actions={locale !== null && mayEdit ? <CreateProduct page={page} /> : null}
    >
      {fields.isSuccess && locale === null ? (
        <NoChannels />
      ) : (
        <QueryResult query={fields} what={t('filters')} shape="sheet">
          {(list) =>
            search.isLoading ? (
              <Loading what={t('views')} shape="sheet" />
            ) : (
              <QueryResult query={model} what={t('attributes')} shape="sheet">
                {(loaded) => (
                  <ProductList search={search} fields={list} model={loaded} page={page} columns={columns} />
                )}
              </QueryResult>
            )
          }
        </QueryResult>
      )}
    </Page>
  );
}
