import { builder } from '../../graphql/builder.ts';
import { defineMutation } from '../../graphql/operation-field.ts';
import { defineObjectPayload } from '../../graphql/resource-fields.ts';
import { MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import { AttributeRef } from '../attribute/attribute.graphql.ts';
import { type ClearedAttribute, clearAttribute, MAX_SYNC_HOLDERS } from './clear-attribute.ts';

const atMost = `at most ${MAXIMUM_USERS_COUNTED.toLocaleString('en')}`;

const ClearAttributePayload = defineObjectPayload<ClearedAttribute>(
  'ClearAttributePayload',
  {
    type: 'Attribute',
    noun: 'attribute',
    words: { one: 'attribute' },
    node: AttributeRef,
    find: (query, id, { prisma, caller: { organizationId } }) =>
      prisma.attribute.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } }),
  },
  (t) => ({
    productsCount: t.int({
      description: `Number of products that have values of their own; ${atMost}. See \`countsExact\`.`,
      resolve: ({ products }) => products.count,
    }),
    entitiesCount: t.int({
      description: `Number of entities that have values; ${atMost}. See \`countsExact\`.`,
      resolve: ({ entities }) => entities.count,
    }),
    countsExact: t.boolean({
      description: 'Whether both numbers are exact. If false, more products or entities have values.',
      resolve: ({ products, entities }) => products.isExact && entities.isExact,
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: `Id of the job that removes the values of more than ${MAX_SYNC_HOLDERS} products and entities; null otherwise.`,
    }),
  }),
);

defineMutation(clearAttribute, {
  description: `Removes all values of an attribute from products and entities, in all channels and locales, also those that are hidden because an attribute set no longer has the attribute. Afterwards the attribute can be deleted, and properties that values fix, such as \`localizable\`, can change, unless deleted products that can be restored have values. Fails for an axis of variants. More than ${MAX_SYNC_HOLDERS} products and entities are changed by a job. \`revertChanges\` undoes the request or the job.`,
  payload: ClearAttributePayload,
  args: builder.args((t) => ({
    attribute: t.string({ required: true, description: 'Code of the attribute, not case-sensitive.' }),
  })),
  input: (args) => args,
  exposure: { rest: { method: 'POST', path: '/attributes/{attribute}/clear' } },
});
