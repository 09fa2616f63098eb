import { type ColumnSpec, columnKey, parseColumns, serializeColumns } from '../columns/column-spec.ts';
import type { SearchCriteria } from './conditions.ts';
import { fromJsonFilter, toJsonFilter } from './filter-json.ts';
import type { FilterField } from './grid-documents.ts';
import { serializeSort, toApiSort } from './sort.ts';
import type { StoredView, ViewInput } from './view-documents.ts';

/** All that a view decides. */
export interface ViewState extends SearchCriteria {
  readonly sort: string;
  /** Columns as the address has them; null for those of everybody. */
  readonly columns: string | null;
}

type Content = Pick<ViewInput, 'filter' | 'sort' | 'columns'>;

/** Returns the content of a state that the API stores. */
export function toViewInput(state: ViewState, fields: readonly FilterField[]): Content {
  return {
    filter: toJsonFilter(state, fields, null),
    sort: toApiSort(state.sort, null),
    columns: state.columns === null ? [] : parseColumns(state.columns).map(toViewColumn),
  };
}

const toViewColumn = ({ code, ...column }: ColumnSpec) =>
  code.startsWith('.') ? { property: code.slice(1), ...column } : { attribute: code, ...column };

/** Returns the state that a stored view stands for. */
export function toViewState(
  { filter, sort, columns }: Pick<StoredView, 'filter' | 'sort' | 'columns'>,
  fields: readonly FilterField[],
): ViewState {
  return {
    ...fromJsonFilter(filter, fields),
    sort: serializeSort(sort.flatMap(toSortKey)),
    columns: columns.length === 0 ? null : serializeColumns(columns.flatMap(toAddress)),
  };
}

function toSortKey({ field, attribute, direction, ...place }: StoredView['sort'][number]) {
  const isDescending = direction === 'DESC';
  if (field !== null) return [{ by: field.toLowerCase(), isDescending }];
  if (attribute === null) return [];
  return [{ by: `attributes.${columnKey({ code: attribute, ...withoutNulls(place) })}`, isDescending }];
}

const withoutNulls = ({
  currency,
  locale,
  channel,
}: Record<'currency' | 'locale' | 'channel', string | null>) => ({
  ...(currency === null ? {} : { currency }),
  ...(locale === null ? {} : { locale }),
  ...(channel === null ? {} : { channel }),
});

function toAddress(column: StoredView['columns'][number]): ColumnSpec[] {
  const { property, attribute, width, pinned } = column;
  const code = attribute ?? (property === null ? null : `.${property}`);
  if (code === null) return [];
  return [
    {
      code,
      ...withoutNulls(column),
      ...(width === null ? {} : { width }),
      ...(pinned === true ? { pinned } : {}),
    },
  ];
}

/** Returns true if two states show the same. */
export const isSameState = (one: ViewState, other: ViewState, fields: readonly FilterField[]): boolean =>
  JSON.stringify(toViewInput(one, fields)) === JSON.stringify(toViewInput(other, fields));
