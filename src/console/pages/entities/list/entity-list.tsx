import { Button, Text } from '@mantine/core';
import { countSelected } from '../../../catalogue/actions/row-selection.ts';
import { ColumnPickerButton } from '../../../catalogue/grid/columns/column-picker-button.tsx';
import { FilterButton } from '../../../catalogue/grid/filter/filter-button.tsx';
import { LayoutButton, SavingState } from '../../../catalogue/grid/list-controls.tsx';
import { SearchField } from '../../../catalogue/grid/search-field.tsx';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, ErrorAlert, Loading } from '../../../ui/messages/states.tsx';
import { AddAttributes } from '../no-attributes.tsx';
import { EntityGrid } from './entity-grid.tsx';
import { type EntityListProps, type EntityListState, useEntityList } from './use-entity-list.ts';

const FilterPills = lazyComponent(
  async () => (await import('../../../catalogue/grid/filter/filter-pills.tsx')).FilterPills,
  null,
);
const StagingBar = lazyComponent(
  async () => (await import('../../../catalogue/grid/edits/staging-bar.tsx')).StagingBar,
  null,
);
const EntitySelection = lazyComponent(
  async () => (await import('./entity-selection.tsx')).EntitySelection,
  null,
);

const NO_PROPERTIES = [] as const;

/** Shows the entities of a type: search, filters, the sheet with its edits, and actions on selected entities. */
export function EntityList(props: EntityListProps) {
  const state = useEntityList(props);
  const { list, edits, ticks, count, mayEdit, sheet } = state;
  return (
    <>
      <Toolbar state={state} />
      <div className="with-facets">
        <div className="found" aria-busy={list.isStale} data-stale={list.isStale || undefined}>
          <Results state={state} />
        </div>
      </div>
      {edits.waiting.size === 0 ? null : (
        <StagingBar
          edits={edits}
          selected={countSelected(ticks.ticks, count ?? 0)}
          mayEdit={mayEdit}
          onRefused={() => sheet.current?.toRefused()}
          onDone={() => sheet.current?.focus()}
        />
      )}
      {edits.waiting.size > 0 || !mayEdit ? null : (
        <EntitySelection
          type={state.type.code}
          rows={(list.items ?? []).filter(({ id }) => ticks.ticks.ids.has(id))}
          onTicks={ticks.change}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly state: EntityListState;
}

function Toolbar({ state }: PartProps) {
  const { search, fields, schema, page, columns, edits, lines, count } = state;
  const { q, change } = search;
  return (
    <div className="toolbar">
      <SearchField
        placeholder={t('By label or code')}
        q={q}
        onSearch={(words, isTyped) => change({ q: words }, isTyped && q !== '')}
      />
      <FilterButton
        title={t('Filter entities')}
        search={search}
        fields={fields}
        model={schema}
        opened={state.openFilter}
        onOpen={state.setOpenFilter}
        onChange={change}
      />
      <span className="toolbar-end row">
        <SavingState saving={edits.saving} />
        <Text size="xs" c="var(--ink-2)" role="status" hidden={lines.isNarrow && edits.saving !== null}>
          {count === null
            ? t('Counting…')
            : t('{count, plural, one {# entity} other {# entities}}', { count })}
        </Text>
        <LayoutButton lines={lines} />
        <ColumnPickerButton
          model={schema}
          properties={NO_PROPERTIES}
          columns={columns.own}
          onChange={columns.change}
        />
      </span>
      <FilterPills
        search={search}
        fields={fields}
        model={schema}
        locale={page.locale}
        labelOfValue={(_field, value) => value}
        onChange={change}
      />
    </div>
  );
}

/** Shows the found entities, or why there are none. */
function Results({ state }: PartProps) {
  const { list, search, type } = state;
  if (list.items === undefined)
    return list.error === null ? (
      <Loading what={t('entities')} shape="sheet" />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  if (list.items.length > 0) return <EntityGrid state={state} />;
  const isFiltered = search.q !== '' || search.where.length > 0 || search.advanced !== null;
  if (!isFiltered)
    return (
      <EmptyState title={t('{type}: nothing here yet', { type: type.label })} area="entities">
        {type.attributes.length === 0 ? (
          <>
            {t('The entity type has no attributes yet.')} <AddAttributes type={type.code} />
          </>
        ) : state.mayEdit ? (
          t('Create the first one, or import a file.')
        ) : null}
      </EmptyState>
    );
  return (
    <EmptyState title={t('No entities found')} area="search">
      <Button
        variant="default"
        size="xs"
        mt="xs"
        onClick={() => search.change({ q: '', where: [], advanced: null })}
      >
        {t('Clear search and filters')}
      </Button>
    </EmptyState>
  );
}
