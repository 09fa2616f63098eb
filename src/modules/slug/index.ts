export { assignSlugs, type SlugCandidates as SlugWish } from './assign-slugs.ts';
export { readScope, type ScopedSlug, type SlugRequest, type Slugs, slugScope } from './scoped-slug.ts';
export { type SlugClaim, type SlugStore, slugKey as textOfSlug, slugStore } from './slug.store.ts';
