import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { GridRow, GridSource } from '../grid-source.ts';

interface Page<Row> {
  readonly nodes: readonly Row[];
}

/** Returns what brings saved rows into the grid. */
export function useShownRows<Row extends GridRow>(source: GridSource<Row>, queryKey: QueryKey) {
  const queryClient = useQueryClient();
  return {
    /** Shows rows in place of their earlier versions. */
    show: (saved: readonly Row[]) => {
      const byId = new Map(saved.map((row) => [row.id, row]));
      queryClient.setQueryData<InfiniteData<Page<Row>>>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              nodes: page.nodes.map((row) => byId.get(row.id) ?? row),
            })),
          },
      );
      if (source.nestedRows === undefined) return;
      queryClient.setQueriesData<readonly Row[]>({ queryKey: source.nestedRows }, (rows) =>
        rows?.map((row) => byId.get(row.id) ?? row),
      );
    },
    /** Loads again what depends on saved rows. */
    refresh: (rows: readonly Row[]) => source.refreshRows(queryClient, rows, queryKey),
  };
}

export type ShownRows<Row extends GridRow> = ReturnType<typeof useShownRows<Row>>;
