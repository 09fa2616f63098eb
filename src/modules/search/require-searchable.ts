import { foldKey } from '../../kernel/codes.ts';
import { RequestError } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { findOpenJob } from '../job/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { type ComparedAttribute, comparedAttributes, type Plan } from './filter/plan.ts';
import { SEARCH_ROWS } from './rebuild-search-rows.ts';
import { type SearchState, staleLocaleKey } from './search-state.ts';
import type { Sort } from './statement/sort.ts';

interface UnfinishedSearch {
  readonly plan: Plan;
  readonly sorts: readonly Sort[];
  readonly structure: CatalogueStructure;
  readonly state: SearchState;
  /** True if the problem names neither jobs nor attributes. */
  readonly isShop: boolean;
}

/**
 * Checks that the rows have everything that a search compares; else it would leave products out silently.
 *
 * @throws RequestError `search-unavailable`
 */
export async function requireSearchable(context: ReadContext, search: UnfinishedSearch): Promise<void> {
  const { plan, sorts, structure, state, isShop } = search;
  const { unfinished, columns } = state;
  if (unfinished.size === 0) return;
  if (unfinished.has('')) throw await unavailable(context, isShop);
  const isUnfinished = ({ attribute, cellScope: { locale } }: ComparedAttribute) => {
    if (unfinished.has(foldKey(attribute))) return true;
    if (structure.attributes.get(foldKey(attribute))?.localizable !== true) return false;
    const locales = locale === null ? [...structure.locales.values()] : [locale];
    return locales.some((code) => unfinished.has(staleLocaleKey(code)));
  };
  // A column that is ready holds all values, whatever else of the rows is being made.
  const sorted = sorts.flatMap((sort): ComparedAttribute[] => {
    if (sort.by !== 'field' || columns.ready(sort.field) !== undefined) return [];
    const { attribute, channel, locale } = sort.field;
    return [{ attribute, cellScope: { channel, locale } }];
  });
  const compared = [...comparedAttributes(plan), ...sorted].find(isUnfinished);
  if (compared !== undefined) throw await unavailable(context, isShop, compared.attribute);
}

async function unavailable(context: ReadContext, isShop: boolean, attribute?: string): Promise<RequestError> {
  if (isShop)
    return new RequestError('search-unavailable', localized('search-starting'), {
      job: null,
    });
  const id = await findOpenJob(context, context.session.organizationId, 'recompute', SEARCH_ROWS);
  const job = id === null ? null : encodeId('Job', id);
  return new RequestError('search-unavailable', unfinishedMessage(job, attribute), { job });
}

function unfinishedMessage(job: string | null, attribute: string | undefined): Message {
  if (attribute === undefined)
    return job === null ? localized('search-starting-all') : localized('search-starting-all-job', { job });
  return job === null
    ? localized('search-starting-values', { attribute })
    : localized('search-starting-values-job', { attribute, job });
}
