import { foldKey } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { sortByKey } from '../../../platform/bulk-write/sort-by-key.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import type { ExternalRef } from '../../property/index.ts';
import { externalRefKey } from '../model/links.ts';

/** The living product that another system knows by an id. */
export interface ExternalRefOwner {
  /** UUID. */
  readonly id: string;
  readonly sku: string;
}

const columnsOf = ({ system, id }: ExternalRef) => ({ system_key: foldKey(system), external_id: id });

const EXTERNAL_REF_HOLDERS = defineStatement<
  ExternalRefOwner & { readonly system: string; readonly externalId: string }
>({
  name: 'product.external_ref_holders',
  kind: 'read',
  row: { id: 'text', sku: 'text', system: 'text', externalId: 'text' },
  sql: `SELECT held.system_key AS system, held.external_id AS "externalId", product.id::text AS id, product.sku
        FROM jsonb_to_recordset($2::jsonb) AS wanted(system_key text, external_id text)
        JOIN public.product_external_ref AS held
          ON held.organization_id = $1::uuid AND held.system_key = wanted.system_key
            AND held.external_id = wanted.external_id
        JOIN public.product ON product.organization_id = $1::uuid AND product.id = held.product_id`,
});

/** Returns the product that has each of the ids, by `externalRefKey`; ids that no product has are left out. */
export async function loadExternalRefOwners(
  context: WriteContext,
  refs: readonly ExternalRef[],
): Promise<ReadonlyMap<string, ExternalRefOwner>> {
  if (refs.length === 0) return new Map();
  const rows = await context.execute(EXTERNAL_REF_HOLDERS, [
    context.session.organizationId,
    JSON.stringify(refs.map(columnsOf)),
  ]);
  return new Map(
    rows.map(({ system, externalId, id, sku }) => [externalRefKey({ system, id: externalId }), { id, sku }]),
  );
}

const DELETE_EXTERNAL_REFS = defineStatement({
  name: 'product.delete_external_refs',
  kind: 'write',
  sql: 'DELETE FROM public.product_external_ref WHERE organization_id = $1::uuid AND product_id = ANY($2::uuid[])',
});

const INSERT_EXTERNAL_REFS = defineStatement({
  name: 'product.insert_external_refs',
  kind: 'write',
  sql: `INSERT INTO public.product_external_ref (organization_id, system_key, external_id, product_id)
        SELECT $1::uuid, system_key, external_id, product_id
        FROM jsonb_to_recordset($2::jsonb) AS row(system_key text, external_id text, product_id uuid)`,
});

/** Makes the ids of products those given: old ones go before new ones come, so that products can swap them. */
export function replaceExternalRefs(
  context: WriteContext,
  products: readonly { readonly id: string; readonly externalRefs: readonly ExternalRef[] }[],
): void {
  if (products.length === 0) return;
  const { organizationId } = context.session;
  sendWrite(context, DELETE_EXTERNAL_REFS, [organizationId, products.map(({ id }) => id)]);
  const rows = products.flatMap(({ id, externalRefs }) =>
    externalRefs.map((ref) => ({ product_id: id, ...columnsOf(ref) })),
  );
  if (rows.length === 0) return;
  sendWrite(context, INSERT_EXTERNAL_REFS, [
    organizationId,
    JSON.stringify(sortByKey(rows, ({ system_key, external_id }) => `${system_key} ${external_id}`)),
  ]);
}
