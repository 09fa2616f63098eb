import type { ReadContext, WriteContext } from '../../kernel/operation.ts';
import { type ScopedSlug, type Slugs, slugScope } from './scoped-slug.ts';
import { type SlugClaim, type SlugStore, slugKey } from './slug.store.ts';

/** Possible slugs of an object in a channel and locale, best first. */
export interface SlugCandidates {
  readonly channel: string;
  readonly locale: string;
  readonly candidates: readonly string[];
}

/** An object, its present slugs and what it is to be called. */
export interface SlugSubject {
  readonly id: string;
  readonly slugs: Slugs | null;
  readonly wishes: readonly SlugCandidates[];
}

/** The slugs of each object by its id, and those that are new and have to be claimed. */
export interface AssignedSlugs {
  readonly slugs: ReadonlyMap<string, Slugs>;
  readonly claims: readonly SlugClaim[];
}

/**
 * Gives objects the first of their candidates that no other object has or had. An object that is called by one of them
 * already keeps its slug, so that a URL changes only when what it is made of does. Reads nothing when all keep theirs.
 */
export async function assignSlugs(
  context: ReadContext | WriteContext,
  store: SlugStore,
  objects: readonly SlugSubject[],
): Promise<AssignedSlugs> {
  const open = objects.flatMap((object) =>
    object.wishes
      .filter((wish) => !isCurrentSlugValid(object, wish))
      .map((wish) => ({ id: object.id, wish })),
  );
  if (open.length === 0) return { slugs: new Map(), claims: [] };
  const requestedKeys = open.flatMap(({ wish }) => keysOf(wish));
  const owners = new Map(await store.loadOwners(context, context.session.organizationId, requestedKeys));
  const slugs = new Map<string, Record<string, string>>();
  const claims: SlugClaim[] = [];
  const before = new Map(objects.map((object) => [object.id, object.slugs ?? {}]));
  for (const { id, wish } of open) {
    const key = keysOf(wish).find((one) => (owners.get(slugKey(one)) ?? id) === id);
    // Others can be called by all of them, because an attribute says so: then the object keeps the slug that it has, if any.
    if (key === undefined) continue;
    if (!owners.has(slugKey(key))) {
      owners.set(slugKey(key), id);
      claims.push({ ...key, owner: id });
    }
    const own = slugs.get(id) ?? { ...before.get(id) };
    own[slugScope(key.channel, key.locale)] = key.slug;
    slugs.set(id, own);
  }
  return { slugs, claims };
}

const isCurrentSlugValid = (
  { slugs }: SlugSubject,
  { channel, locale, candidates }: SlugCandidates,
): boolean => candidates.includes(slugs?.[slugScope(channel, locale)] ?? '');

const keysOf = ({ channel, locale, candidates }: SlugCandidates): ScopedSlug[] =>
  candidates.map((slug) => ({ channel, locale, slug }));
