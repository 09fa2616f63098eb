import { builder } from '../../../graphql/builder.ts';
import { operationExtensions } from '../../../graphql/operation-field.ts';
import { getAttributeSetSchema } from '../schema/get-attribute-set-schema.ts';

/** Cost of a schema: about as much as the twenty attributes that a set is assumed to have. */
const COST = 20;

builder.queryField('attributeSetSchema', (t) =>
  t.field({
    type: 'JSON',
    nullable: true,
    description:
      'JSON Schema (draft 2020-12) of the products of an attribute set, in the form of REST and MCP writes; null if the set does not exist.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the set, not case-sensitive.' }),
      channel: t.arg.string({
        description:
          'Code of a channel: returns only the attributes of this channel. Defaults to all channels.',
      }),
    },
    complexity: COST,
    authScopes: { holds: getAttributeSetSchema.scope },
    extensions: {
      ...operationExtensions(getAttributeSetSchema),
      rest: { method: 'GET', path: '/attribute-sets/{code}/schema' },
    },
    resolve: (_root, args, context) => context.read(getAttributeSetSchema, args),
  }),
);
