import { useQueries } from '@tanstack/react-query';
import type { CellOption } from '../../values/cell-value.ts';
import { optionsQuery } from '../../values/options-query.ts';

/** An attribute that tells variants apart. */
export interface Axis {
  readonly code: string;
  readonly label: string;
  readonly optionSet: { readonly code: string } | null;
}

/** The options of axes that have some, in their order, by the code of the axis; null while they are loaded. */
export function useAxisOptions(
  axes: readonly Axis[],
  locale: string,
): ReadonlyMap<string, readonly CellOption[]> | null {
  const withOptions = axes.filter(({ optionSet }) => optionSet !== null);
  const loaded = useQueries({
    queries: withOptions.map(({ optionSet }) => optionsQuery(optionSet?.code ?? '', locale)),
  });
  if (loaded.some(({ isLoading }) => isLoading)) return null;
  return new Map(withOptions.map(({ code }, at) => [code, loaded[at]?.data ?? []]));
}
