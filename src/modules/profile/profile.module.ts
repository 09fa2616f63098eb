import type { DomainModule } from '../../kernel/operation.ts';
import { filterNames } from '../../platform/resource/mentions.ts';
import { seedProfiles } from './built-in-profiles.store.ts';

/** Returns a query for the profiles of which a condition holds. */
const profiles = (condition: string): string =>
  `SELECT wanted.key, 'ImportExportProfile', profile.id, profile.code, NULL::timestamptz FROM wanted
    JOIN public.import_export_profile AS profile ON profile.organization_id = $1::uuid AND (${condition})`;

const FILTER = "coalesce(profile.filter, '{}')";

/** Returns the SQL condition that a path of JSON ends at the code of an attribute, or begins with it: `title-de_DE`. */
const namesAttribute = (content: string, path: string): string =>
  `jsonb_path_exists(${content}, '${path} ? (@ == $code || @ starts with $prefix)',
     jsonb_build_object('code', wanted.code, 'prefix', wanted.code || '-'), silent => true)`;

const ATTRIBUTE = [
  namesAttribute('profile.mapping', '$.**.target'),
  namesAttribute("coalesce(profile.columns, '[]')", '$[*]'),
  filterNames('attribute', FILTER),
].join(' OR ');

export const profileModule: DomainModule = {
  mentionedBy: {
    attribute: profiles(ATTRIBUTE),
    attribute_set: profiles(filterNames('attribute_set', FILTER)),
    category: profiles(filterNames('category', FILTER)),
    channel: profiles(filterNames('channel', FILTER)),
  },
  seed: (context) => seedProfiles(context, context.session.organizationId, context.now),
};
