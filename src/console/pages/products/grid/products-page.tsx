import { Button, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { type ScopeContext, useViewScope } from '../../../api/view-scope.ts';
import { meQuery, useMayEdit } from '../../../api/workspace.ts';
import { countTicked, type Ticks } from '../../../catalogue/actions/ticks.ts';
import { writeColumns } from '../../../catalogue/columns/column-address.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { gridModelQuery } from '../../../catalogue/columns/column-documents.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { CreateProduct } from '../../../catalogue/create/create-product.tsx';
import { MOST_COMPARED, writeRefs } from '../../../catalogue/products/compare-address.ts';
import { attributeOf, type Clause, chosenOf } from '../../../catalogue/search/conditions.ts';
import { toJsonFilter } from '../../../catalogue/search/filter-json.ts';
import { toGraphqlFilter } from '../../../catalogue/search/graphql-filter.ts';
import {
  countQuery,
  type FilterField,
  filterFieldsQuery,
  type GridProduct,
  PRODUCTS,
  type RowVariables,
} from '../../../catalogue/search/grid-documents.ts';
import { toSort } from '../../../catalogue/search/sort.ts';
import { type ProductSearch, useProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { useUndoKeys } from '../../../catalogue/undo/use-undo-keys.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
import { formatTag, t } from '../../../language/t.ts';
import { ListIcon, TableIcon } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { EmptyState, ErrorAlert, Loading, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { useTicks } from '../selection/use-ticks.ts';
import { ColumnChooser } from './columns/column-chooser.tsx';
import { addColumns, type Columns, useColumns } from './columns/use-columns.ts';
import { useEdits } from './edits/use-edits.ts';
import type { Exported } from './export/use-export.ts';
import { Facets, labelOfValue, withAllValues } from './facets.tsx';
import { FacetsSwitch, useFacetsSwitch } from './facets-switch.tsx';
import { FilterButton, type OpenFilter } from './filter/filter-button.tsx';
import { KeyHelp } from './keys/key-help.tsx';
import { useFamilyRows } from './levels/family-rows.ts';
import { chosenLevel, toggleLevel, withoutLevel } from './levels/levels.ts';
import type { PastedBlock } from './paste/paste-file.ts';
import { ProductGrid } from './product-grid.tsx';
import { useLines } from './use-lines.ts';

const ViewTabs = lazyPart(
  async () => (await import('../views/view-tabs.tsx')).ViewTabs,
  <div className="row view-bar" />,
);
const FilterPills = lazyPart(async () => (await import('./filter/filter-pills.tsx')).FilterPills, null);
const FacetsDrawer = lazyPart(async () => (await import('./facets-drawer.tsx')).FacetsDrawer, null);
const StagingBar = lazyPart(async () => (await import('./edits/staging-bar.tsx')).StagingBar, null);
const NothingCompared = lazyPart(
  async () => (await import('./columns/nothing-compared.tsx')).NothingCompared,
  null,
);
const SelectionBar = lazyPart(
  async () => (await import('../selection/selection-bar.tsx')).SelectionBar,
  null,
);
const ExportDialog = lazyPart(async () => (await import('./export/export-dialog.tsx')).ExportDialog, null);
const ImportPaste = lazyPart(async () => (await import('./paste/import-paste.tsx')).ImportPaste, null);

const NO_FIELDS: readonly FilterField[] = [];
const NO_MODEL: GridModel = { attributes: [], channels: [], sets: [], nameAttribute: null };

/** Shows the products of the catalogue: search, filter, sort, edit, export. */
export function ProductsPage() {
  const { channel, locale, compare } = useViewScope();
  const page = { channel: channel?.code ?? '', locale: locale?.code ?? '' };
  const fields = useQuery(filterFieldsQuery);
  const model = useQuery({ ...gridModelQuery(page.locale), enabled: locale !== null });
  const search = useProductSearch(fields.data ?? NO_FIELDS);
  const columns = useColumns(model.data ?? NO_MODEL, page, search, compare);
  const mayEdit = useMayEdit();
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
            columns={writeColumns(columns.own.map(({ address }) => address))}
            onForgetColumns={columns.forget}
          />
        )
      }
      actions={locale !== null && mayEdit ? <CreateProduct page={page} /> : null}
    >
      {fields.isSuccess && locale === null ? (
        <EmptyState title={t('No channels yet')} />
      ) : (
        <QueryResult query={fields} what={t('filters')}>
          {(list) =>
            search.isLoading ? (
              <Loading what={t('views')} />
            ) : (
              <QueryResult query={model} what={t('attributes')}>
                {(loaded) => (
                  <FoundProducts search={search} fields={list} model={loaded} page={page} columns={columns} />
                )}
              </QueryResult>
            )
          }
        </QueryResult>
      )}
    </Page>
  );
}

function FoundProducts(props: {
  readonly search: ProductSearch;
  readonly fields: readonly FilterField[];
  readonly model: GridModel;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  readonly columns: Columns;
}) {
  const { fields, model, page, search } = props;
  const { q, where, sort, change } = search;
  const { own, shown: columns, change: changeColumns } = props.columns;
  const jsonFilter = toJsonFilter(search, fields, page);
  const filter = toGraphqlFilter(jsonFilter);
  const { compare } = useViewScope();
  const row = rowVariables(columns, page, compare);
  const queryKey = ['products', filter, sort, row];
  const loaded = useList(
    queryKey,
    async (after, signal) => {
      const variables = { after, filter, sort: toSort(sort, page), ...row };
      return (await request(PRODUCTS, variables, signal)).products;
    },
    { keepsRows: true },
  );
  const families = useFamilyRows(loaded, { isTree: chosenLevel(where) === 'families', sort, row });
  const list = families?.list ?? loaded;
  const ofAllLevels = toJsonFilter({ ...search, where: withoutLevel(where) }, fields, page);
  const count = useQuery({
    ...countQuery(filter, toGraphqlFilter(ofAllLevels), page),
    placeholderData: keepPreviousData,
  });
  const nothing = useQuery({ ...countQuery({}, {}, page), enabled: count.data?.totalCount === 0 });
  const counted = withAllValues(count.data?.facets ?? [], nothing.data?.facets ?? []);
  const variantsFound = count.isPlaceholderData ? 0 : (count.data?.countOfLevel.variants ?? 0);
  const me = useQuery(meQuery).data;
  const mayEdit = useMayEdit();
  const owner = {
    userId: me?.user?.id ?? '',
    organizationId: me?.organization.id ?? '',
    view: search.view?.id ?? null,
  };
  const edits = useEdits(queryKey, row, { owner, model });
  useUndoKeys({
    undo: () => void edits.undo(),
    redo: () => void edits.redo(),
    save: () => {
      if (edits.waiting.size > 0) void edits.saveStaged();
    },
  });
  const [exported, setExported] = useState<Exported | null>(null);
  const exportThese = (filter: object, count: number) => setExported({ filter, count, columns, model, page });
  const facets = useFacetsSwitch();
  const [filtering, setFiltering] = useState<OpenFilter | null>(null);
  const lines = useLines();
  const sheet = useRef<SheetHandle>(null);
  const [pasted, setPasted] = useState<PastedBlock | null>(null);
  const ticks = useTicks(JSON.stringify(filter), loaded.items ?? []);
  const sortable = useMemo(
    () => new Set(fields.filter(({ sortable: is }) => is).map(({ field }) => field)),
    [fields],
  );
  const choices = (
    <Facets
      isStale={count.isPlaceholderData}
      facets={counted}
      levels={count.data?.countOfLevel ?? null}
      conditions={where}
      onChange={(conditions) => change({ where: conditions, ...withMissing(where, conditions, own) })}
    />
  );
  return (
    <>
      {search.isViewMissing ? (
        <Text size="sm" c="var(--ink-2)" role="status">
          {t('This view does not exist, or is not shared with you.')}
        </Text>
      ) : null}
      <div className="toolbar">
        <FacetsSwitch isNarrow={facets.isNarrow} isOpen={facets.isOpen} onSwitch={facets.toggle} />
        <SearchField q={q} onSearch={(words, isTyped) => change({ q: words }, isTyped && q !== '')} />
        <FilterButton
          search={search}
          fields={fields}
          model={model}
          opened={filtering}
          onOpen={setFiltering}
          onChange={change}
        />
        <span className="toolbar-end row">
          <span className="quiet">
            {edits.saving === null ? '' : edits.saving === 'saving' ? t('Saving…') : t('Saved')}
          </span>
          <Text
            size="xs"
            c="var(--ink-2)"
            role="status"
            // On phones, there is room for one of them.
            hidden={lines.isNarrow && edits.saving !== null}
            data-stale={count.isPlaceholderData || undefined}
          >
            {count.isError
              ? ''
              : count.data === undefined
                ? t('Counting…')
                : countLabel(
                    count.data.totalCount,
                    loaded.hasMore && !lines.isNarrow ? (loaded.items?.length ?? 0) : null,
                  )}
          </Text>
          {lines.isNarrow ? (
            <button
              type="button"
              className="icon-button"
              aria-label={lines.isInLines ? t('As table') : t('As list')}
              title={lines.isInLines ? t('As table') : t('As list')}
              onClick={lines.toggle}
            >
              {lines.isInLines ? <TableIcon /> : <ListIcon />}
            </button>
          ) : null}
          <ColumnChooser model={model} columns={own} onChange={changeColumns} />
          {(list.items ?? []).length === 0 || !mayEdit ? null : (
            <Button
              variant="default"
              size="xs"
              onClick={() => exportThese(jsonFilter, count.data?.totalCount ?? 0)}
            >
              {t('Export')}
            </Button>
          )}
        </span>
        <FilterPills
          search={search}
          fields={fields}
          model={model}
          locale={page.locale}
          labelOfValue={(field, value) => labelOfValue(counted, field, value)}
          onChange={change}
        />
        {compare === null || columns.length > own.length ? null : (
          <NothingCompared
            {...{ model, page, compare, own }}
            sets={list.items?.map(({ attributeSet }) => attributeSet?.code)}
            onChange={changeColumns}
          />
        )}
      </div>
      <div className="with-facets">
        {!facets.isOpen || count.data === undefined ? null : facets.isNarrow ? (
          <FacetsDrawer onClose={facets.toggle}>{choices}</FacetsDrawer>
        ) : (
          choices
        )}
        <div className="found" aria-busy={list.isStale} data-stale={list.isStale || undefined}>
          {list.items === undefined ? (
            list.error === null ? (
              <Loading what={t('products')} />
            ) : (
              <ErrorAlert error={list.error} onRetry={list.refetch} />
            )
          ) : list.items.length === 0 ? (
            <NothingFound
              variants={['families', 'models'].includes(chosenLevel(where) ?? '') ? variantsFound : 0}
              onVariants={() => change({ where: toggleLevel('variants', where) })}
              onClear={
                q === '' && where.length === 0 && search.advanced === null
                  ? null
                  : () => change({ q: '', where: [], advanced: null })
              }
            />
          ) : (
            <ProductGrid
              list={list}
              families={families}
              count={(count.data?.totalCount ?? 0) + (families?.below ?? 0)}
              by={{ filter, sort: toSort(sort, page) }}
              columns={columns}
              own={own}
              onColumns={changeColumns}
              sort={sort}
              sortable={sortable}
              model={model}
              fields={fields}
              onFilter={(begun) => setFiltering({ begun })}
              onSort={(next) => change({ sort: next })}
              row={row}
              edits={edits}
              isInLines={lines.isInLines}
              // A value that is not loaded yet could not be distinguished from an empty one.
              mayEdit={mayEdit && !list.isStale}
              ticks={ticks.rows}
              onImport={setPasted}
              handle={sheet}
            />
          )}
        </div>
      </div>
      {edits.waiting.size === 0 ? null : (
        <StagingBar
          edits={edits}
          selected={countTicked(ticks.ticks, count.data?.totalCount ?? 0)}
          mayEdit={mayEdit}
          onRefused={() => sheet.current?.toRefused()}
          onDone={() => sheet.current?.focus()}
        />
      )}
      <KeyHelp />
      <ExportDialog exported={exported} onClose={() => setExported(null)} />
      {pasted === null ? null : (
        <ImportPaste
          pasted={pasted}
          columns={columns}
          locale={page.locale}
          skusUpTo={async (end) => (await list.upTo(end)).map(({ sku }) => sku)}
          readerOf={edits.readerOf}
          onClose={() => setPasted(null)}
        />
      )}
      <SelectionBar
        ticks={ticks.ticks}
        onTicks={ticks.change}
        found={count.data?.totalCount ?? 0}
        filter={filter}
        jsonFilter={jsonFilter}
        model={model}
        page={page}
        modelId={list.items?.find(({ id, type }) => type === 'MODEL' && ticks.ticks.ids.has(id))?.id ?? null}
        compared={comparedOf(ticks.ticks, list.items ?? [])}
        isHidden={edits.waiting.size > 0}
        attribute={
          model.attributes.find((one) => one.code === attributeOf(where) && isEditable(one))?.code ?? ''
        }
        onExport={exportThese}
      />
    </>
  );
}

/** Adds a column for an attribute that is chosen as missing, in which it can be typed. */
function withMissing(before: readonly Clause[], after: readonly Clause[], own: readonly GridColumn[]) {
  const known = chosenOf('missing', before);
  const chosen = chosenOf('missing', after).filter((code) => !known.includes(code));
  return chosen.length === 0 ? {} : { columns: writeColumns(addColumns(own, chosen)) };
}

function NothingFound(props: {
  /** Number of variants that the search finds and the chosen level does not list. */
  readonly variants: number;
  readonly onVariants: () => void;
  readonly onClear: (() => void) | null;
}) {
  const { variants, onVariants, onClear } = props;
  if (variants > 0)
    return (
      <EmptyState
        title={t('{count, plural, one {# variant matches} other {# variants match}}', { count: variants })}
      >
        {t('No model or single product does.')}
        <Button size="xs" mt="xs" display="block" mx="auto" onClick={onVariants}>
          {t('Show variants')}
        </Button>
      </EmptyState>
    );
  if (onClear === null)
    return <EmptyState title={t('No products found')}>{t('Create or import products.')}</EmptyState>;
  return (
    <EmptyState title={t('No products found')}>
      <Button variant="default" size="xs" mt="xs" onClick={onClear}>
        {t('Clear search and filters')}
      </Button>
    </EmptyState>
  );
}

/** Returns the ticked products as the address of their comparison has them; null if they are too few or too many. */
function comparedOf({ isAll, ids }: Ticks, loaded: readonly GridProduct[]): string | null {
  if (isAll || ids.size < 2 || ids.size > MOST_COMPARED) return null;
  // Ticks stay while the search changes.
  return writeRefs([...ids].map((id) => loaded.find((product) => product.id === id) ?? { id, sku: id }));
}

/** Returns the variables that request the data of the columns for each product. */
function rowVariables(
  columns: readonly GridColumn[],
  page: Pick<RowVariables, 'channel' | 'locale'>,
  compare: ScopeContext | null,
): RowVariables {
  const cells = columns.flatMap(({ cell }) => cell ?? []);
  const distinct = (codes: readonly (string | null)[]) =>
    [...new Set(codes.filter((code) => code !== null))].toSorted();
  const other =
    compare === null ? null : { otherChannel: compare.channel.code, otherLocale: compare.locale.code };
  return {
    ...page,
    ...(other === null ? {} : { compares: true, ...other }),
    attributes: distinct(cells.map(({ attribute }) => attribute.code)),
    channels: distinct([page.channel, ...cells.map(({ channel }) => channel)]),
    locales: distinct([page.locale, ...cells.map(({ locale }) => locale)]),
  };
}

/** Pause in typing, in milliseconds, after which the search begins. */
const PAUSE_MS = 250;

function SearchField({
  q,
  onSearch,
}: {
  readonly q: string;
  readonly onSearch: (q: string, isTyped: boolean) => void;
}) {
  const [words, setWords] = useState(q);
  const [shown, setShown] = useState(q);
  // The search of another view or address, unless it is the one that is typed.
  if (q !== shown) {
    setShown(q);
    if (q !== words.trim()) setWords(q);
  }
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    const asked = words.trim();
    if (asked === shown) return;
    const timer = setTimeout(() => search.current(asked, true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, shown]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(words.trim(), false);
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

/**
 * Returns the label of a number of products.
 *
 * @param loaded number of them in the list; null for all
 */
function countLabel(count: number | null, loaded: number | null): string {
  const all = t('{count, plural, one {# product} other {# products}}', { count });
  return loaded === null
    ? all
    : `${all} · ${t('{count} loaded', { count: loaded.toLocaleString(formatTag) })}`;
}
