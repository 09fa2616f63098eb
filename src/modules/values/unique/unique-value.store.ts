import type { WriteContext } from '../../../kernel/operation.ts';
import { hasScope } from '../../../kernel/scopes.ts';
import { sendWrite } from '../../../platform/bulk-write/bulk-write.ts';
import { sortByKey } from '../../../platform/bulk-write/sort-by-key.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

/** One value that nothing else of its kind may hold in one cell. */
export interface UniqueKey {
  /** Attribute, channel and locale, within what the value is unique. */
  readonly cell: string;
  /** SHA-256 in hex. */
  readonly digest: string;
}

export interface UniqueValue extends UniqueKey {
  /** UUID of the product or entity. */
  readonly owner: string;
}

/** The product or entity that has a unique value. */
export interface UniqueOwner {
  /** UUID. */
  readonly id: string;
  /** SKU or code; null for writers who may not read it. */
  readonly name: string | null;
}

/** Returns the key under which owners of unique values are known. */
export const uniqueValueKey = ({ cell, digest }: UniqueKey): string => `${cell} ${digest}`;

/** Table of the unique values of one kind of holder. */
export interface UniqueValueStore {
  /** Returns the holder of each of the values, by {@link uniqueValueKey}. */
  loadOwners(context: WriteContext, keys: readonly UniqueKey[]): Promise<ReadonlyMap<string, UniqueOwner>>;
  /** Replaces the unique values of holders: old ones go before new ones come, so values can be swapped. */
  replace(context: WriteContext, holders: readonly string[], values: readonly UniqueValue[]): void;
}

/** Returns the store over the table `<holder>_unique_value`. */
export function uniqueValueStore(holder: 'product' | 'entity'): UniqueValueStore {
  const table = `public.${holder}_unique_value`;
  const column = `${holder}_id`;
  const name = holder === 'product' ? 'sku' : 'code';
  const reading = holder === 'product' ? 'products:read' : 'entities:read';
  const owners = defineStatement({
    name: `${holder}.unique_owners`,
    kind: 'read',
    row: { key: 'text', id: 'text', name: 'text' },
    sql: `SELECT held.cell || ' ' || encode(held.digest, 'hex') AS key, owner.id::text AS id, owner.${name} AS name
          FROM ${table} AS held
          JOIN public.${holder} AS owner
            ON owner.organization_id = held.organization_id AND owner.id = held.${column}
          JOIN jsonb_to_recordset($2::jsonb) AS wanted(cell text, digest text)
            ON held.cell = wanted.cell AND held.digest = decode(wanted.digest, 'hex')
          WHERE held.organization_id = $1::uuid`,
  });
  const remove = defineStatement({
    name: `${holder}.delete_unique_values`,
    kind: 'write',
    sql: `DELETE FROM ${table} WHERE organization_id = $1::uuid AND ${column} = ANY($2::uuid[])`,
  });
  const insert = defineStatement({
    name: `${holder}.insert_unique_values`,
    kind: 'write',
    sql: `INSERT INTO ${table} (organization_id, cell, digest, ${column})
          SELECT $1::uuid, cell, decode(digest, 'hex'), owner
          FROM jsonb_to_recordset($2::jsonb) AS row(cell text, digest text, owner uuid)`,
  });
  return {
    async loadOwners(context, keys) {
      if (keys.length === 0) return new Map();
      const rows = await context.execute(owners, [context.session.organizationId, JSON.stringify(keys)]);
      const mayRead = hasScope(context.session, reading);
      return new Map(rows.map((row) => [row.key, { id: row.id, name: mayRead ? row.name : null }]));
    },
    replace(context, holders, values) {
      const { organizationId } = context.session;
      sendWrite(context, remove, [organizationId, [...holders]]);
      if (values.length === 0) return;
      sendWrite(context, insert, [organizationId, JSON.stringify(sortByKey(values, uniqueValueKey))]);
    },
  };
}
