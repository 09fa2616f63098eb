export { type AssignedSlugs, assignSlugs, type Slugs, type SlugWish, slugScope } from './assign-slugs.ts';
export { type SlugClaim, slugStore, textOfSlug } from './slug.store.ts';
