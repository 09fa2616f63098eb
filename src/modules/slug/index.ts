export { assignSlugs, type SlugCandidates } from './assign-slugs.ts';
export { readScope, type ScopedSlug, type SlugRequest, type Slugs, slugScope } from './scoped-slug.ts';
export { type SlugClaim, type SlugStore, slugKey, slugStore } from './slug.store.ts';
