import { fetchAllPages } from '../../api/fetch-all-pages.ts';
import type { ConfigObject, ConfigPage } from '../../catalogue/model/config-page-types.ts';
import { findByName } from '../../catalogue/model/fields/find-by-name.ts';
import { localeTag } from '../../i18n/translate.ts';

/** Maximum number of rows of a search: people who see more type another letter. */
const MAXIMUM_ROWS = 100;

/** A locale or currency. */
export interface NamedRow extends ConfigObject {
  readonly enabled: boolean;
}

/** Loads a page of those that are enabled, or disabled, or both. */
export type LoadByState<Row> = (
  after: string | null,
  enabled: boolean | null,
  signal?: AbortSignal,
) => Promise<{
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}>;

/**
 * Returns the list of locales or currencies, of which there are some hundred: the enabled ones, or those that a search
 * finds. They are named in the language of the page, which the server does not know, so they are searched and sorted
 * here.
 */
export function listByName<Row extends NamedRow>(load: LoadByState<Row>): ConfigPage<Row, Row>['list'] {
  return async ({ search, sort }, signal) => {
    const rows = await fetchAllPages((after) => load(after, search === null ? true : null, signal));
    const byName = rows.toSorted((one, other) => one.label.localeCompare(other.label, localeTag));
    if (sort?.direction === 'DESC') byName.reverse();
    const nodes = search === null ? byName : findByName(byName, search).slice(0, MAXIMUM_ROWS);
    return { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
  };
}
