import { builder } from '../../../graphql/builder.ts';
import { defineConnection, nodeQuery, pageArguments, pageComplexity } from '../../../graphql/connection.ts';
import type { ArgumentExtensions, TypeExtensions } from '../../../graphql/extensions.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { EntityTypeRef } from '../../entity-type/entity-type.graphql.ts';
import { deletionFields } from '../../organization/deletion-fields.graphql.ts';
import { contextArguments, fallbackArgument } from '../../values/graphql/value-fields.graphql.ts';
import { listDeletedEntities } from '../read/list-deleted-entities.ts';
import { labelOfEntity, rejectUnknownType, typeOfEntity } from './entity.graphql.ts';

const DeletedEntityRef = builder.prismaObject('Entity', {
  variant: 'DeletedEntity',
  description: 'A deleted entity. `restoreEntity` brings it back as it was.',
  authScopes: { holds: listDeletedEntities.scope },
  extensions: {
    view: '{ id code label entityType { code } version deletedAt deletedBy { type id name } restorableUntil }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    id: t.id({
      description: 'Id of the entity. Other deleted entities can have its code: restore it by the id.',
      resolve: ({ id }) => encodeId('Entity', id),
    }),
    code: t.exposeString('code', {
      description: 'Code when it was deleted. Another entity can have it now.',
    }),
    label: t.string({
      description: 'Label, as entities have it.',
      args: { ...contextArguments, ...fallbackArgument },
      resolve: labelOfEntity,
    }),
    entityType: t.field({
      type: EntityTypeRef,
      description: 'Entity type.',
      resolve: typeOfEntity,
    }),
    version: t.exposeInt('version', { description: 'Version number.' }),
    ...deletionFields(t),
  }),
});

const DeletedEntityConnection = defineConnection('DeletedEntity', DeletedEntityRef);

builder.queryField('deletedEntities', (t) =>
  t.field({
    type: DeletedEntityConnection,
    description: 'Deleted entities that can be restored, the last deleted first.',
    args: {
      ...pageArguments,
      entityType: t.arg.string({
        description: 'Only this type (code).',
        extensions: { names: 'entity-type' } satisfies ArgumentExtensions,
      }),
      search: t.arg.string({
        description: 'Only those whose code or own label contains this text. Not case-sensitive.',
      }),
    },
    complexity: pageComplexity,
    authScopes: { holds: listDeletedEntities.scope },
    extensions: {
      ...operationExtensions(listDeletedEntities),
      rest: { method: 'GET', path: '/deleted-entities' },
    },
    resolve: async (_root, args, context, info) => {
      if (args.entityType) await rejectUnknownType(args.entityType, context);
      return context.read(listDeletedEntities, {
        ...args,
        query: nodeQuery('DeletedEntity', context, info),
      });
    },
  }),
);
