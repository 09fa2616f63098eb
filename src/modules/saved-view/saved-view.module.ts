import type { DomainModule } from '../../kernel/operation.ts';
import { filterNames } from '../../platform/resource/mentions.ts';

/** Returns a query for the shared views of which a condition holds. */
const sharedViews = (condition: string): string =>
  `SELECT wanted.key, 'SavedView', saved_view.id, saved_view.name, NULL::timestamptz FROM wanted
    JOIN public.saved_view ON saved_view.organization_id = $1::uuid AND saved_view.shared AND (${condition})`;

const CONTENT = 'jsonb_build_array(saved_view.filter, saved_view.sort, saved_view.columns)';

export const savedViewModule: DomainModule = {
  mentionedBy: {
    attribute: sharedViews(filterNames('attribute', CONTENT)),
    attribute_set: sharedViews(filterNames('attribute_set', CONTENT)),
    category: sharedViews(filterNames('category', CONTENT)),
    channel: sharedViews(filterNames('channel', CONTENT)),
  },
};
