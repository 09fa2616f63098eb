export { assignSlugs, type SlugWish } from './assign-slugs.ts';
export { readScope, type ScopedSlug, type SlugRequest, type Slugs, slugScope } from './scoped-slug.ts';
export { type SlugClaim, type SlugStore, slugStore, textOfSlug } from './slug.store.ts';
