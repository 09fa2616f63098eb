import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { countSelected } from '../../../catalogue/actions/row-selection.ts';
import { serializeColumns } from '../../../catalogue/columns/column-spec.ts';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { ColumnPickerButton } from '../../../catalogue/grid/columns/column-picker-button.tsx';
import { addColumns } from '../../../catalogue/grid/columns/use-columns.ts';
import { FilterButton } from '../../../catalogue/grid/filter/filter-button.tsx';
import { LayoutButton, SavingState } from '../../../catalogue/grid/list-controls.tsx';
import { SearchField } from '../../../catalogue/grid/search-field.tsx';
import { PROPERTIES } from '../../../catalogue/properties/product-properties.tsx';
import { type Clause, selectedFacetValues } from '../../../catalogue/search/conditions.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { Facets, facetValueLabel } from './facets.tsx';
import { FacetsToggle } from './facets-toggle.tsx';
import { conditionLevel, selectedLevel, toggleLevel } from './levels/levels.ts';
import { ProductGrid } from './product-grid.tsx';
import { type ProductListProps, type ProductListState, useProductList } from './use-product-list.ts';

const ShortcutList = lazyComponent(async () => (await import('./keys/shortcut-list.tsx')).ShortcutList, null);
const FilterPills = lazyComponent(
  async () => (await import('../../../catalogue/grid/filter/filter-pills.tsx')).FilterPills,
  null,
);
const FacetsDrawer = lazyComponent(async () => (await import('./facets-drawer.tsx')).FacetsDrawer, null);
const StagingBar = lazyComponent(
  async () => (await import('../../../catalogue/grid/edits/staging-bar.tsx')).StagingBar,
  null,
);
const NoComparableColumns = lazyComponent(
  async () => (await import('./columns/no-comparable-columns.tsx')).NoComparableColumns,
  null,
);
const SelectionBar = lazyComponent(
  async () => (await import('../bulk-actions/selection-bar.tsx')).SelectionBar,
  null,
);
const NothingFound = lazyComponent(async () => (await import('./nothing-found.tsx')).NothingFound, null);
const ExportDialog = lazyComponent(
  async () => (await import('./export/export-dialog.tsx')).ExportDialog,
  null,
);
const PasteImportDialog = lazyComponent(
  async () => (await import('./paste/paste-import-dialog.tsx')).PasteImportDialog,
  null,
);

/** Shows the products that a search finds: filters, the sheet with its edits, and actions on selected products. */
export function ProductList(props: ProductListProps) {
  const state = useProductList(props);
  const { search, list, facets, counts, edits, mayEdit, ticks, sheet } = state;
  return (
    <>
      {search.isViewMissing ? (
        <Text size="sm" c="var(--ink-2)" role="status">
          {t('This view does not exist, or is not shared with you.')}
        </Text>
      ) : null}
      <Toolbar state={state} />
      <div className="with-facets">
        {!facets.isOpen || !counts.isLoaded ? null : facets.isNarrow ? (
          <FacetsDrawer onClose={facets.toggle}>
            <FacetChoices state={state} />
          </FacetsDrawer>
        ) : (
          <FacetChoices state={state} />
        )}
        <div className="found" aria-busy={list.isStale} data-stale={list.isStale || undefined}>
          <Results state={state} />
        </div>
      </div>
      {edits.waiting.size === 0 ? null : (
        <StagingBar
          edits={edits}
          selected={countSelected(ticks.ticks, counts.total ?? 0)}
          mayEdit={mayEdit}
          onRefused={() => sheet.current?.toRefused()}
          onDone={() => sheet.current?.focus()}
        />
      )}
      <Dialogs state={state} />
      <Selection state={state} />
    </>
  );
}

interface PartProps {
  readonly state: ProductListState;
}

function Toolbar({ state }: PartProps) {
  const { search, fields, model, page, columns, compare, list, lines, facets, counts, edits } = state;
  const { q, change } = search;
  return (
    <div className="toolbar">
      <FacetsToggle isNarrow={facets.isNarrow} isOpen={facets.isOpen} onSwitch={facets.toggle} />
      <SearchField
        placeholder={t('Search products')}
        q={q}
        onSearch={(words, isTyped) => change({ q: words }, isTyped && q !== '')}
      />
      <FilterButton
        title={t('Filter products')}
        search={search}
        fields={fields}
        model={model}
        opened={state.openFilter}
        onOpen={state.setOpenFilter}
        onChange={change}
      />
      <span className="toolbar-end row">
        <SavingState saving={edits.saving} />
        <Count state={state} />
        <LayoutButton lines={lines} />
        <ColumnPickerButton
          model={model}
          properties={PROPERTIES}
          columns={columns.own}
          onChange={columns.change}
        />
        {(list.items ?? []).length === 0 || !state.mayEdit ? null : (
          <Button
            variant="default"
            size="xs"
            onClick={() => state.exportProducts(state.jsonFilter, counts.total ?? 0)}
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
        labelOfClause={(clause) => conditionLevel(clause)?.label}
        labelOfValue={(field, value) => facetValueLabel(counts.facets, field, value)}
        onChange={change}
      />
      {compare === null || columns.shown.length > columns.own.length ? null : (
        <NoComparableColumns
          {...{ model, page, compare }}
          own={columns.own}
          sets={list.items?.map(({ attributeSet }) => attributeSet?.code)}
          onChange={columns.change}
        />
      )}
    </div>
  );
}

/** Shows the number of products. */
function Count({ state: { counts, edits, lines, loaded } }: PartProps) {
  return (
    <Text
      size="xs"
      c="var(--ink-2)"
      role="status"
      // On phones, there is room for one of them.
      hidden={lines.isNarrow && edits.saving !== null}
      data-stale={counts.isStale || undefined}
    >
      {counts.isError
        ? ''
        : counts.isLoaded
          ? countLabel(counts.total, loaded.hasMore && !lines.isNarrow ? (loaded.items?.length ?? 0) : null)
          : t('Counting…')}
    </Text>
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
    : `${all} · ${t('{count} loaded', { count: loaded.toLocaleString(localeTag) })}`;
}

function FacetChoices({ state: { counts, search, columns } }: PartProps) {
  const { where, change } = search;
  return (
    <Facets
      isStale={counts.isStale}
      facets={counts.facets}
      levels={counts.levels}
      conditions={where}
      onChange={(conditions) =>
        change({ where: conditions, ...addMissingColumns(where, conditions, columns.own) })
      }
    />
  );
}

/** Adds a column for an attribute that is chosen as missing, in which it can be typed. */
function addMissingColumns(before: readonly Clause[], after: readonly Clause[], own: readonly GridColumn[]) {
  const previousCodes = selectedFacetValues('missing', before);
  const addedCodes = selectedFacetValues('missing', after).filter((code) => !previousCodes.includes(code));
  return addedCodes.length === 0 ? {} : { columns: serializeColumns(addColumns(own, addedCodes)) };
}

/** Shows the found products, or why there are none. */
function Results({ state }: PartProps) {
  const { search, fields, columns, list, families, counts, mayEdit } = state;
  const { q, where, sort, change } = search;
  const sortable = useMemo(
    () => new Set(fields.filter(({ sortable: is }) => is).map(({ field }) => field)),
    [fields],
  );
  if (list.items === undefined)
    return list.error === null ? (
      <Loading what={t('products')} shape="sheet" />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  if (list.items.length === 0) {
    const isFiltered = q !== '' || where.length > 0 || search.advanced !== null;
    return (
      <NothingFound
        variants={['families', 'models'].includes(selectedLevel(where) ?? '') ? counts.variants : 0}
        onVariants={() => change({ where: toggleLevel('variants', where) })}
        onClear={isFiltered ? () => change({ q: '', where: [], advanced: null }) : null}
      />
    );
  }
  return (
    <ProductGrid
      {...state}
      count={(counts.total ?? 0) + (families?.below ?? 0)}
      columns={columns.shown}
      own={columns.own}
      onColumns={columns.change}
      sort={sort}
      sortable={sortable}
      onFilter={(condition) => state.setOpenFilter({ condition })}
      onSort={(next) => change({ sort: next })}
      isInLines={state.lines.isInLines}
      // A value that is not loaded yet could not be distinguished from an empty one.
      mayEdit={mayEdit && !list.isStale}
      ticks={state.ticks.rows}
      onImport={state.setPasted}
      handle={state.sheet}
    />
  );
}

/** Shows the bar with actions on the ticked products. */
function Selection({ state }: PartProps) {
  const { search, list, counts, edits } = state;
  const { ticks, change } = state.ticks;
  return (
    <SelectionBar
      {...state}
      ticks={ticks}
      onTicks={change}
      totalCount={counts.total ?? 0}
      items={list.items ?? []}
      where={search.where}
      isHidden={edits.waiting.size > 0}
      onExport={state.exportProducts}
    />
  );
}

function Dialogs({ state }: PartProps) {
  const { columns, page, list, edits, pasted, setPasted, exported, setExported } = state;
  return (
    <>
      <ShortcutList />
      <ExportDialog exported={exported} onClose={() => setExported(null)} />
      {pasted === null ? null : (
        <PasteImportDialog
          pasted={pasted}
          columns={columns.shown}
          locale={page.locale}
          skusUpTo={async (end) => (await list.upTo(end)).map(({ sku }) => sku)}
          readerOf={edits.readerOf}
          onClose={() => setPasted(null)}
        />
      )}
    </>
  );
}
