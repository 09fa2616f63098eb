import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import { ENTITIES_KEY } from '../../../catalogue/actions/restore-entity.ts';
import { useRowSelection } from '../../../catalogue/actions/use-row-selection.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { rowVariables } from '../../../catalogue/grid/columns/row-variables.ts';
import { useColumns } from '../../../catalogue/grid/columns/use-columns.ts';
import { useGridEdits } from '../../../catalogue/grid/edits/use-grid-edits.ts';
import type { FilterDraft } from '../../../catalogue/grid/filter/filter-button.tsx';
import { useListLayout } from '../../../catalogue/grid/use-list-layout.ts';
import { toJsonFilter } from '../../../catalogue/search/filter-json.ts';
import type { FilterField } from '../../../catalogue/search/grid-documents.ts';
import { toApiSort } from '../../../catalogue/search/sort.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import type { EntityType } from '../entity-documents.ts';
import { defaultEntityColumns, entityFields, toEntityFilter } from './entity-fields.ts';
import { COUNT_ENTITIES, ENTITIES } from './entity-grid-documents.ts';
import { entityGrid } from './entity-grid-source.ts';
import { useEntitySearch } from './use-entity-search.ts';

export interface EntityListProps {
  readonly type: EntityType;
  /** Filter fields of products and entities. */
  readonly fields: readonly FilterField[];
  /** Columns of the type. */
  readonly schema: GridSchema;
  readonly page: { readonly channel: string; readonly locale: string };
}

/** Returns the state of the list of the entities of a type: what it finds, edits, selects and has open. */
export function useEntityList({ type, page, schema, ...props }: EntityListProps) {
  const search = useEntitySearch();
  const fields = useMemo(() => entityFields(props.fields, schema), [props.fields, schema]);
  const columns = useColumns(schema, page, search, null, {
    storageKey: `catalograph-entity-columns ${type.code}`,
    defaults: () => defaultEntityColumns(schema),
  });
  const row = rowVariables(columns.shown, page, null);
  const filter = toEntityFilter(type.code, toJsonFilter(search, fields, page));
  const queryKey = [ENTITIES_KEY, 'list', filter, search.sort, row];
  const sort = toApiSort(search.sort, page) as [];
  const list = useList(
    queryKey,
    async (after, signal) => (await request(ENTITIES, { after, filter, sort, ...row }, signal)).entities,
    { keepsRows: true },
  );
  const count = useQuery({
    queryKey: [ENTITIES_KEY, 'count', filter],
    queryFn: async ({ signal }) => (await request(COUNT_ENTITIES, { filter }, signal)).entities.totalCount,
    placeholderData: keepPreviousData,
  });
  const me = useQuery(meQuery).data;
  const owner = {
    userId: me?.user?.id ?? '',
    organizationId: me?.organization.id ?? '',
    view: `entities ${type.code}`,
  };
  const source = useMemo(() => entityGrid(type.code), [type.code]);
  const edits = useGridEdits(source, queryKey, row, { owner, model: schema });
  useUndoShortcuts({
    undo: () => void edits.undo(),
    redo: () => void edits.redo(),
    save: () => {
      if (edits.waiting.size > 0) void edits.saveStaged();
    },
  });
  const [openFilter, setOpenFilter] = useState<FilterDraft | null>(null);
  return {
    type,
    page,
    search,
    schema,
    fields,
    columns,
    list,
    count: count.data ?? null,
    edits,
    mayEdit: useCanEdit(),
    lines: useListLayout(),
    ticks: useRowSelection(JSON.stringify(filter), list.items ?? []),
    sheet: useRef<SheetHandle>(null),
    openFilter,
    setOpenFilter,
  };
}

export type EntityListState = ReturnType<typeof useEntityList>;
