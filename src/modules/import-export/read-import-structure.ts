import { defineRead, type ReadWork } from '../../kernel/operation.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';

/** The configuration as it is now, for resolving the columns and references of a file. */
export const readImportStructure = defineRead({
  name: 'readImportStructure',
  scope: 'import-export:write',
  errors: [],
  work: (work: ReadWork, _input: null): Promise<CatalogueStructure> => readStructure(work),
});
