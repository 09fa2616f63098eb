import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { defineLoader } from '../../platform/loader.ts';
import { findSchemaRecords, type SchemaRecord } from '../storefront/index.ts';
import { StorefrontRef } from '../storefront/storefront.graphql.ts';
import { structureLoader } from '../structure/index.ts';
import {
  getStorefrontSchema,
  printShopSchema,
  SCHEMA_COLUMNS,
  type StorefrontSchema,
} from './get-storefront-schema.ts';

/** Complexity of a schema: about the same as reading a hundred objects. */
const COST = 100;

const DEPRECATED = 'What is no longer exposed stays for 30 days, deprecated and without values.';

const schemaRecordLoader = defineLoader<string, SchemaRecord>({
  name: 'storefrontSchema',
  load: (context, ids) => findSchemaRecords(context, context.session.organizationId, ids),
  keyOf: (id) => id,
});

builder.prismaObjectFields(StorefrontRef, (t) => ({
  schema: t.string({
    description: `The schema that its keys see in the Shop API, as SDL. In the response of a dry run: the schema after the write. ${DEPRECATED}`,
    select: SCHEMA_COLUMNS,
    complexity: COST,
    resolve: async (storefront, _args, context) => {
      const structure = await context.load(structureLoader, '');
      if (structure === null) throw new Error('The organization has no structure.');
      const record = await context.load(schemaRecordLoader, storefront.id);
      return printShopSchema(structure, storefront, record, context.now);
    },
  }),
}));

const StorefrontSchemaType = builder.objectRef<StorefrontSchema>('StorefrontSchema').implement({
  description: 'The schema of the Shop API for the keys of a storefront.',
  extensions: { view: '{ sdl }' } satisfies TypeExtensions,
  fields: (t) => ({
    sdl: t.exposeString('sdl', { description: `The schema as SDL. ${DEPRECATED}` }),
  }),
});

builder.queryField('storefrontSchema', (t) =>
  t.field({
    type: StorefrontSchemaType,
    nullable: true,
    description: 'The schema that the keys of a storefront see; null if the storefront does not exist.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the storefront, not case-sensitive.' }),
    },
    complexity: COST,
    authScopes: { holds: getStorefrontSchema.scope },
    extensions: {
      ...operationExtensions(getStorefrontSchema),
      rest: { method: 'GET', path: '/storefronts/{code}/schema' },
    },
    resolve: (_root, args, context) => context.read(getStorefrontSchema, args),
  }),
);
