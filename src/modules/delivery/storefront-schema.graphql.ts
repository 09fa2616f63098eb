import { printSchema } from 'graphql';
import { builder } from '../../graphql/builder.ts';
import { StorefrontRef } from '../storefront/storefront.graphql.ts';
import { structureLoader } from '../structure/index.ts';
import { exposedCatalogue } from './exposed-catalogue.ts';
import { buildShopSchema } from './shop-schema.ts';

/** What a schema costs: about as much as reading a hundred objects. */
const COST = 100;

builder.prismaObjectFields(StorefrontRef, (t) => ({
  schema: t.string({
    description:
      'The schema that its keys see in the Shop API, as SDL. In the response of a dry run: the schema after the write.',
    select: {
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
      return printSchema(await buildShopSchema(exposedCatalogue(structure, storefront)));
    },
  }),
}));
