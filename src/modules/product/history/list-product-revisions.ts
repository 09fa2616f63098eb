import { defineRevisions } from '../../event/index.ts';

/** The revisions of one product, newest first. */
export const listProductRevisions = defineRevisions('product', 'listProductRevisions', 'products:read');
