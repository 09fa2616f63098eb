import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { findCodesByFilename } from './media.store.ts';

/**
 * Returns the codes of the living files that have each of the names exactly, oldest first; names that none has are left
 * out.
 */
export const findMediaByFilename = defineRead({
  name: 'findMediaByFilename',
  scope: 'media:read',
  errors: [],
  handler: (context: ReadContext, { filenames }: { readonly filenames: readonly string[] }) =>
    findCodesByFilename(context, context.session.organizationId, filenames),
});
