import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ConfigPage, ConfigSearch } from './config-page-types.ts';
import { parseConfigSearch } from './config-search.ts';

/** Reads and changes the address of a page with a list and an open object. */
export function useConfigAddress(path: ConfigPage<never, never>['path']) {
  const { code }: { readonly code?: string } = useParams({ strict: false });
  const { tab, ...search } = parseConfigSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  // The compiler knows the parameters of each route, not those that all pages of this kind share.
  type Target = Parameters<typeof navigate>[0];
  return {
    /** Code of the open object; null for none. */
    code: code ?? null,
    search,
    /** Tab of the open object. */
    tab,
    open: (next: string | null) =>
      void navigate({
        to: path,
        params: { code: next ?? undefined },
        search: (old: object) => ({ ...old, tab: undefined }),
      } as unknown as Target),
    setSearch: (changes: ConfigSearch) =>
      void navigate({
        to: '.',
        search: (old: object) => ({ ...old, ...changes }),
        replace: true,
      } as unknown as Target),
  };
}
