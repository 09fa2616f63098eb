import { builder } from '../../../graphql/builder.ts';
import type { TypeExtensions } from '../../../graphql/extensions.ts';
import { entityLoader, entityName } from '../../entity-reference/index.ts';
import { AssociationType } from '../../product/graphql/product.graphql.ts';
import type { EntityLink } from '../../product/index.ts';
import { ValueSourceType } from '../../values/graphql/attribute-value.graphql.ts';
import { entityAsOfLoader } from '../history/entity-as-of.ts';
import { EntityRef } from './entity.graphql.ts';

const EntityLinkType = builder.objectRef<EntityLink>('EntityLink').implement({
  description: 'A link of a product to an entity.',
  extensions: { shorthand: 'ref' } satisfies TypeExtensions,
  authScopes: { holds: 'products:read' },
  fields: (t) => ({
    ref: t.string({
      description: 'Type and code of the entity: `brand/acme`.',
      resolve: (link) => entityName(link),
    }),
    entity: t.field({
      type: EntityRef,
      description: 'The entity.',
      resolve: async ({ entityType, code, entityId, asOf }, _args, context) => {
        const linkedEntity =
          asOf === null
            ? await context.load(entityLoader, { entityType, code })
            : await context.load(entityAsOfLoader, { id: entityId, sequence: asOf });
        if (linkedEntity === null) throw new Error(`Entity ${entityType}/${code} is linked but not there.`);
        return linkedEntity;
      },
    }),
    source: t.field({
      type: ValueSourceType,
      description: 'Own, or inherited from a parent model.',
      resolve: ({ source }) => source,
    }),
  }),
});

builder.objectField(AssociationType, 'entities', (t) =>
  t.field({
    type: [EntityLinkType],
    description: 'The links to entities, in their order.',
    resolve: ({ entities }) => [...entities],
  }),
);
