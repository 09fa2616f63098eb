import { foldKey } from '../../kernel/codes.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Storefront as StorefrontRow } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { ValidationResult } from '../../platform/resource/resource.ts';
import { refersTo } from '../../platform/resource/resource-list.ts';
import { type CategoryDocument, categoryStore } from '../category/index.ts';
import {
  type CatalogueStructure,
  codesOfStructure,
  readStructure,
  unknownCodes,
} from '../structure/index.ts';
import { storefrontStore } from './storefront.store.ts';
import type { StorefrontDocument } from './storefront.ts';
import {
  allowedFacets,
  checkCategoryFacets,
  checkChannelCodes,
  checkCodes,
  checkExternalSystems,
  checkPreviewUrl,
  exposableCodes,
  minimumExposure,
} from './storefront-rules.ts';

/** Sets of attributes that a write can expose besides the attributes that it names. */
export const EXPOSURES = ['required'] as const;
export type Exposure = (typeof EXPOSURES)[number];

/** A document as a write makes it: `null` lists become those of the channel, `expose` is not stored. */
interface WrittenStorefront extends Omit<StorefrontDocument, 'locales' | 'currencies'> {
  readonly locales: readonly string[] | null;
  readonly currencies: readonly string[] | null;
  readonly expose?: Exposure | null;
}

interface References {
  readonly structure: CatalogueStructure;
  readonly categories: ReferencedDocuments<CategoryDocument>;
}

/** Only storefronts of a channel. */
type Filter = { readonly channel?: string | null | undefined };

export const storefrontResource = defineResource<StorefrontRow, StorefrontDocument, References, Filter>({
  resource: 'storefront',
  type: 'Storefront',
  noun: 'storefront',
  plural: 'storefronts',
  scopes: { read: 'settings:read', write: 'settings:write' },
  store: storefrontStore,
  list: { where: ({ channel }, parameters) => refersTo('channel', channel, parameters) },
  localized: ['labels'],
  merged: ['categoryFacets'],
  blank: ({ code }) => {
    const blank: WrittenStorefront = {
      code: String(code),
      labels: {},
      channel: '',
      locales: null,
      currencies: null,
      attributes: [],
      entityTypes: [],
      associationTypes: [],
      externalSystems: [],
      facets: [],
      categoryFacets: {},
      previewUrl: null,
      active: true,
    };
    return blank as StorefrontDocument;
  },
  references: async (context, next) => ({
    structure: await readStructure(context),
    categories: await loadReferencedDocuments(
      context,
      categoryStore,
      next.flatMap(({ categoryFacets }) => Object.keys(categoryFacets)),
    ),
  }),
  check: (next, current, references) => checkStorefront(next as WrittenStorefront, current, references),
});

export const { upsert: upsertStorefronts } = storefrontResource;

function checkStorefront(
  { expose, ...next }: WrittenStorefront,
  current: StorefrontDocument | null,
  { structure, categories }: References,
): ValidationResult<StorefrontDocument> {
  const channel = structure.channels.get(foldKey(next.channel));
  if (channel === undefined) {
    const problems =
      next.channel === ''
        ? [fieldProblem('required', ['channel'], localized('storefront-channel-required'))]
        : unknownCodes(codesOfStructure(structure), [
            { kind: 'channel', code: next.channel, path: ['channel'] },
          ]);
    return { document: next as StorefrontDocument, problems };
  }
  const choices = exposableCodes(structure);
  const attributeCheck = checkCodes(['attributes'], next.attributes, choices.attributes);
  const exposed = expose === 'required' ? minimumExposure(structure, channel.code) : [];
  const attributes = [...new Set([...attributeCheck.value, ...exposed])];
  const countable = allowedFacets(attributes, structure, current);
  const locales = checkChannelCodes('locales', next.locales, channel, current?.locales ?? []);
  const currencies = checkChannelCodes('currencies', next.currencies, channel, current?.currencies ?? []);
  const entityTypes = checkCodes(['entityTypes'], next.entityTypes, choices.entityTypes);
  const associationTypes = checkCodes(['associationTypes'], next.associationTypes, choices.associationTypes);
  const externalSystems = checkExternalSystems(next.externalSystems);
  const facets = checkCodes(['facets'], next.facets, countable);
  const categoryFacets = checkCategoryFacets(next.categoryFacets, categories, countable);
  const previewUrl = checkPreviewUrl(next.previewUrl);
  const parts = [locales, currencies, attributeCheck, entityTypes, associationTypes, externalSystems];
  return {
    document: {
      ...next,
      channel: channel.code,
      locales: locales.value,
      currencies: currencies.value,
      attributes,
      entityTypes: entityTypes.value,
      associationTypes: associationTypes.value,
      externalSystems: externalSystems.value,
      facets: facets.value,
      categoryFacets: categoryFacets.value,
      previewUrl: previewUrl.value,
    },
    problems: [
      ...checkLabels(next.labels, ['labels']),
      ...[...parts, facets, categoryFacets, previewUrl].flatMap(({ problems }) => problems),
    ],
  };
}
