import { defineRevision } from '../../event/index.ts';

/** One revision of a product by its version, or null. */
export const getProductRevision = defineRevision('getProductRevision', 'products:read');
