import type { JsonObject } from '../../../kernel/json.ts';

/** The resource that a path is about: `/option-sets/{code}` → `Option sets`. */
export function tagOf(path: string): string {
  const [, first = ''] = path.split('/');
  const words = first.replaceAll('-', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}

/** Every tag once, in the order of the alphabet. */
export function tagsOf(paths: readonly string[]): JsonObject[] {
  return [...new Set(paths.map(tagOf))]
    .sort()
    .map((name) => ({ name, description: `${name} of the catalogue.` }));
}
