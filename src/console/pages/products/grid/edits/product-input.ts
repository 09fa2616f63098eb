import type { VariablesOf } from '../../../../api/graphql.ts';
import type { RowInput } from '../../../../catalogue/grid/grid-source.ts';
import type { CHECK_CELLS } from './edit-documents.ts';

type ProductInput = VariablesOf<typeof CHECK_CELLS>['items'][number];

/** Returns values of a row as `upsertProducts` takes them. */
export const toProductInput = ({ code, ...row }: RowInput): ProductInput => ({ sku: code, ...row });
