import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useViewScope } from '../../api/view-scope.ts';
import { mayConfigure, meQuery, useCanEdit } from '../../api/workspace.ts';
import { filterFieldsBeside } from '../../catalogue/search/grid-documents.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { NoChannels } from '../../ui/messages/no-channels.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { CreateEntityButton } from './create-entity-button.tsx';
import { type EntityType, entityCountsQuery, entityTypesQuery } from './entity-documents.ts';
import { entityColumnsQuery } from './list/entity-columns.ts';
import { EntityList } from './list/entity-list.tsx';
import { useEntitySearch } from './list/use-entity-search.ts';

/** Shows the entities of one type after the other: search, filter, sort, edit, create. */
export function EntitiesPage() {
  const { type: typeCode } = useParams({ from: '/authenticated/entities/{-$type}' });
  const { channel, locale } = useViewScope();
  const page = { channel: channel?.code ?? '', locale: locale?.code ?? '' };
  const types = useQuery(entityTypesQuery(page.locale));
  const fields = useQuery(filterFieldsBeside(useEntitySearch()));
  const mayEdit = useCanEdit();
  const all = types.data ?? [];
  const type = typeCode === undefined ? all[0] : all.find(({ code }) => code === typeCode);
  const schema = useQuery({
    ...entityColumnsQuery(typeCode ?? null, page.locale),
    enabled: locale !== null,
  });
  return (
    <Page
      isWide
      title={t('Entities')}
      tabs={<TypeTabs types={all} type={type} />}
      actions={
        type !== undefined && mayEdit && locale !== null ? (
          <CreateEntityButton key={type.code} type={type} page={page} />
        ) : null
      }
    >
      <QueryResult query={types} what={t('entity types')} shape="sheet">
        {() =>
          type === undefined ? (
            <NoType code={typeCode} />
          ) : locale === null ? (
            <NoChannels />
          ) : (
            <QueryResult query={fields} what={t('filters')} shape="sheet">
              {(list) => (
                <QueryResult query={schema} what={t('attributes')} shape="sheet">
                  {(columns) => (
                    <EntityList key={type.code} type={type} fields={list} schema={columns} page={page} />
                  )}
                </QueryResult>
              )}
            </QueryResult>
          )
        }
      </QueryResult>
    </Page>
  );
}

/** Shows the entity types with the number of their entities; another type begins with an empty search. */
function TypeTabs(props: { readonly types: readonly EntityType[]; readonly type: EntityType | undefined }) {
  const { types, type } = props;
  const counts = useQuery(entityCountsQuery).data;
  return (
    <div className="row view-bar">
      <nav className="view-tabs" aria-label={t('Entity types')}>
        {types.map((one) => (
          <Link
            key={one.code}
            to="/entities/{-$type}"
            params={{ type: one.code }}
            search={{}}
            className="view-tab"
            data-active={one === type}
            aria-current={one === type ? 'page' : undefined}
            activeProps={{}}
          >
            {stripBrackets(one.label)}
            <span className="quiet number">{counts?.get(one.code)?.toLocaleString(localeTag)}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** Shows that there is no type, or none with the code of the address, and what to do next. */
function NoType({ code }: { readonly code: string | undefined }) {
  const role = useQuery(meQuery).data?.role;
  if (code !== undefined) return <EmptyState title={t('No entity type has the code {code}', { code })} />;
  return (
    <EmptyState title={t('No entity types yet')} area="entities">
      {t('Brands, materials, people and other records that products refer to are entities.')}{' '}
      {mayConfigure(role) ? (
        <TextLink to="/model/entity-types/{-$code}" params={{}}>
          {t('Create entity type')}
        </TextLink>
      ) : null}
    </EmptyState>
  );
}
