import { printSchema } from 'graphql';
import { builder } from '../../graphql/builder.ts';
import { defineLoader } from '../../platform/loader.ts';
import { findSchemaRecords, type SchemaRecord } from '../storefront/index.ts';
import { StorefrontRef } from '../storefront/storefront.graphql.ts';
import { structureLoader } from '../structure/index.ts';
import { exposedCatalogue } from './exposed-catalogue.ts';
import { removedSince } from './schema-history.ts';
import { buildShopSchema } from './shop-schema.ts';

/** What a schema costs: about as much as reading a hundred objects. */
const COST = 100;

const schemaRecordLoader = defineLoader<string, SchemaRecord>({
  name: 'storefrontSchema',
  load: (context, ids) => findSchemaRecords(context, context.session.organizationId, ids),
  keyOf: (id) => id,
});

builder.prismaObjectFields(StorefrontRef, (t) => ({
  schema: t.string({
    description:
      'The schema that its keys see in the Shop API, as SDL. In the response of a dry run: the schema after the write. What is no longer exposed stays for 30 days, deprecated and without values.',
    select: {
      id: true,
      attributes: true,
      entityTypes: true,
      associationTypes: true,
      externalSystems: true,
      facets: true,
    },
    complexity: COST,
    resolve: async (storefront, _args, context) => {
      const structure = await context.load(structureLoader, '');
      if (structure === null) throw new Error('The organization has no structure.');
      const catalogue = exposedCatalogue(structure, storefront);
      const removed = removedSince(
        await context.load(schemaRecordLoader, storefront.id),
        catalogue,
        context.now,
      );
      return printSchema(await buildShopSchema(catalogue, removed));
    },
  }),
}));
