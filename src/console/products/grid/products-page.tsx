import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { VariablesOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../app/view-scope.ts';
import { t } from '../../language/t.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { toFilter, toJsonFilter } from './conditions.ts';
import { ExportButton } from './export-button.tsx';
import { sortLabels } from './field-label.ts';
import { COUNT, type FilterField, filterFieldsQuery, PRODUCTS } from './grid-documents.ts';
import { ProductTable } from './product-table.tsx';
import type { SearchAddress } from './search-address.ts';

/** The products of the catalogue: search, filter, sort, export. */
export function ProductsPage() {
  const fields = useQuery(filterFieldsQuery);
  return (
    <Page title={t('Products')} actions={fields.data === undefined ? null : <Export fields={fields.data} />}>
      <QueryResult query={fields} what={t('filters')}>
        {(list) => <Grid fields={list} />}
      </QueryResult>
    </Page>
  );
}

function Export({ fields }: { readonly fields: readonly FilterField[] }) {
  const { q = '', where = [] } = useSearch({ from: '/authenticated/products' });
  return <ExportButton filter={toJsonFilter(q, where, fields)} />;
}

function Grid({ fields }: { readonly fields: readonly FilterField[] }) {
  const { q = '', where = [], sort = '' } = useSearch({ from: '/authenticated/products' });
  const navigate = useNavigate({ from: '/products' });
  const change = (next: SearchAddress) => void navigate({ search: (before) => ({ ...before, ...next }) });
  const filter = toFilter(q, where, fields);
  const scope = useViewScope();
  const [channel, locale] = [scope.channel?.code ?? null, scope.locale?.code ?? null];
  const list = useList(['products', filter, sort, channel, locale], async (after, signal) => {
    const variables = { after, filter, sort: toSort(sort), channel, locale };
    return (await request(PRODUCTS, variables, signal)).products;
  });
  const count = useQuery({
    queryKey: ['product count', filter],
    queryFn: async ({ signal }) => (await request(COUNT, { filter }, signal)).products.totalCount,
  });
  return (
    <>
      <div className="toolbar">
        <SearchField key={q} q={q} onSearch={(words) => change({ q: words })} />
        <ConditionEditor
          fields={fields}
          conditions={where}
          onChange={(conditions) => change({ where: conditions })}
        />
        <NativeSelect
          className="toolbar-end"
          label={t('Sort by')}
          size="xs"
          data={sortChoices(fields)}
          value={sort}
          onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
        />
      </div>
      <Text size="xs" mb={4} c="var(--ink-2)" role="status">
        {count.isError ? '' : count.data === undefined ? t('Counting…') : countLabel(count.data)}
      </Text>
      <ProductTable list={list} />
    </>
  );
}

function SearchField({ q, onSearch }: { readonly q: string; readonly onSearch: (q: string) => void }) {
  const [words, setWords] = useState(q);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(words.trim());
        }}
      >
        <TextInput
          label={t('Search')}
          placeholder={t('Search products')}
          size="xs"
          type="search"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
    </search>
  );
}

const sortChoices = (fields: readonly FilterField[]) => [
  { value: '', label: t('Default order') },
  ...fields
    .filter(({ sortable, type }) => sortable && type !== 'price')
    .flatMap(({ field, type }) => {
      const [ascending, descending] = sortLabels(field, type);
      return [
        { value: field, label: ascending },
        { value: `-${field}`, label: descending },
      ];
    }),
];

const countLabel = (count: number | null): string =>
  t('{count, plural, one {# product} other {# products}}', { count });

type Sort = NonNullable<VariablesOf<typeof PRODUCTS>['sort']>[number];

function toSort(sort: string): Sort[] | null {
  if (sort === '') return null;
  const direction = sort.startsWith('-') ? ('DESC' as const) : ('ASC' as const);
  const name = sort.replace(/^-/, '');
  const attribute = /^attributes\.(.+)$/.exec(name)?.[1];
  if (attribute !== undefined) return [{ direction, attribute }];
  return [{ direction, field: name.toUpperCase() as NonNullable<Sort['field']> }];
}
