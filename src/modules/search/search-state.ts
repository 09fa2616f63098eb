import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Session } from '../../kernel/session.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { SearchColumns } from './row/column.ts';
import { loadSearchState } from './search-state.store.ts';

/** Current ability to search an organization's rows. */
export interface SearchState {
  readonly columns: SearchColumns;
  /**
   * Attributes (folded codes) and {@link staleLocaleKey locales} that not all rows are made by yet; '' stands for
   * rows that are not there yet.
   */
  readonly unfinished: ReadonlySet<string>;
  /**
   * Codes of the sets whose products do not all have the completeness of the present requirements yet. Until they are
   * recomputed, searches find them by the stored one.
   */
  readonly recomputed: readonly string[];
  /** True if the scopes where products are live are not stored yet, after an upgrade. */
  readonly liveIsUnknown: boolean;
}

/** Returns the code that stands among unfinished attributes for the values of a locale; no code has a blank. */
export const staleLocaleKey = (code: string): string => `locale ${foldKey(code)}`;

/** Cache by structure: whatever changes the state also gives the structure another number. */
const states = new WeakMap<CatalogueStructure, SearchState>();

/** Returns the state that belongs to a structure. */
export async function searchStateOf(
  asking: Transaction & { readonly session: Session },
  structure: CatalogueStructure,
): Promise<SearchState> {
  const present = states.get(structure);
  if (present !== undefined) return present;
  const { columns, ...known } = await loadSearchState(asking, asking.session.organizationId);
  const state = { ...known, columns: new SearchColumns(columns), unfinished: new Set(known.unfinished) };
  states.set(structure, state);
  return state;
}
