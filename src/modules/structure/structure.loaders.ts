import { defineLoader } from '../../platform/loader.ts';
import { readStructure } from './read-structure.ts';
import type { CatalogueStructure } from './structure.ts';

/** Loads the organization's configuration, once per request. The key is always `''`. */
export const structureLoader = defineLoader<'', CatalogueStructure>({
  name: 'structure',
  keyOf: (key) => key,
  load: async (context) => new Map([['', await readStructure(context)]]),
});
