import type { JsonObject } from '../../../kernel/json.ts';

/** Tags that readers look for first, in this order; the others follow in the order of the alphabet. */
const FIRST = [
  'Products',
  'Entities',
  'Media',
  'Categories',
  'Attributes',
  'Attribute groups',
  'Attribute sets',
  'Option sets',
  'Entity types',
  'Model',
  'Imports and exports',
  'Events',
  'Webhooks',
];

/** Paths whose first words are not the name of their tag. */
const NAMES: Readonly<Record<string, string>> = {
  audit: 'Audit log',
  'import-export': 'Imports and exports',
  me: 'Caller',
  'media-usage': 'Media',
};

/** Returns the resource that a path is about: `/option-sets/{code}` → `Option sets`. */
export function tagOf(path: string): string {
  const [, first = ''] = path.split('/');
  const label = first.replaceAll('-', ' ');
  return NAMES[first] ?? `${label[0]?.toUpperCase() ?? ''}${label.slice(1)}`;
}

/** Returns every tag once, products first. */
export function tagsOf(paths: readonly string[]): JsonObject[] {
  const order = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...new Set(paths.map(tagOf))]
    .sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
    .map((name) => ({ name, description: `Operations on ${name.toLowerCase()}.` }));
}
