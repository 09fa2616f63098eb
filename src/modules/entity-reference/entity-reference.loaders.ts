import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Entity, EntityType } from '../../platform/prisma/generated/client/client.ts';
import { type EntityReference, entityKey } from './entity-key.ts';
import { loadEntityNames, loadEntityRows, loadEntityRowsById } from './entity-reference.store.ts';

/** Loads entity types by code. */
export const entityTypeLoader = defineLoader<string, EntityType>({
  name: 'entity_type.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.entityType.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});

/** Loads living entities by type (its code in stored case, as attributes have it) and code. */
export const entityLoader = defineLoader<EntityReference, Entity>({
  name: 'entity.by_code',
  keyOf: entityKey,
  async load(context, references) {
    const rows = await loadEntityRows(context, context.session.organizationId, references);
    return new Map(rows.map((row) => [entityKey(row), row]));
  },
});

/** Loads living entities by UUID. */
export const entityByIdLoader = defineLoader<string, Entity>({
  name: 'entity.by_id',
  keyOf: (id) => id,
  async load(context, ids) {
    const rows = await loadEntityRowsById(context, context.session.organizationId, ids);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** Loads type and code of entities by UUID, also of those that were deleted or purged. */
export const entityNameLoader = defineLoader<string, EntityReference>({
  name: 'entity.names',
  keyOf: (id) => id,
  load: (context, ids) => loadEntityNames(context, context.session.organizationId, ids),
});
