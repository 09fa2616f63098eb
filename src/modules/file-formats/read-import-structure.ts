import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';

/** Returns the configuration as it is now, for resolving the columns and references of a file. */
export const readImportStructure = defineRead({
  name: 'readImportStructure',
  scope: 'import-export:write',
  errors: [],
  handler: (context: ReadContext, _input: null): Promise<CatalogueStructure> => readStructure(context),
});
