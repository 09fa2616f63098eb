import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels, type Labels } from '../../kernel/labels.ts';
import type { ResourceChange } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Channel } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { ResourceDefinition, ResourceDocument } from '../../platform/resource/resource.ts';
import { equalTo } from '../../platform/resource/resource-list.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { writeResources } from '../../platform/resource/write-resources.ts';
import { type CategoryDocument, categoryStore } from '../category/index.ts';
import { type CurrencyDocument, currencyResource, currencyStore } from '../currency/index.ts';
import { type LocaleDocument, localeResource, localeStore } from '../locale/index.ts';
import { type ConvertibleAttribute, findConvertibleAttributes } from './channel-references.store.ts';
import { checkCategoryRoot, checkCodes, checkConversionUnits } from './channel-rules.ts';

/** Conditions for publishing a product in a channel. */
export const PUBLISH_GUARDS = ['none', 'complete'] as const;
export type PublishGuard = (typeof PUBLISH_GUARDS)[number];

/** A channel as it is written. */
export interface ChannelDocument {
  readonly code: string;
  readonly labels: Labels;
  /** Codes, at least one; their order is kept. */
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  /** Code of the root category whose tree the channel shows; null for all. */
  readonly categoryRoot: string | null;
  /** Unit by attribute code: what amounts are converted to in this channel's flat answers. */
  readonly conversionUnits: Readonly<Record<string, string>>;
  /** `complete`: only products without missing values are published. */
  readonly publishGuard: PublishGuard;
  readonly active: boolean;
  /** True if its products have slugs, in each of its locales. */
  readonly slugsEnabled: boolean;
}

export const channelStore = createTableStore<ChannelDocument>({
  table: 'channel',
  fields: [
    'labels',
    'locales',
    'currencies',
    'categoryRoot',
    'conversionUnits',
    'publishGuard',
    'active',
    'slugsEnabled',
  ],
});

interface References {
  readonly locales: ReferencedDocuments<LocaleDocument>;
  readonly currencies: ReferencedDocuments<CurrencyDocument>;
  readonly categories: ReferencedDocuments<CategoryDocument>;
  readonly attributes: ReadonlyMap<string, ConvertibleAttribute>;
}

/** Only active or only inactive ones. */
type Filter = { readonly active?: boolean | null | undefined };

export const channelResource = defineResource<Channel, ChannelDocument, References, Filter>({
  resource: 'channel',
  type: 'Channel',
  noun: 'channel',
  plural: 'channels',
  scopes: { read: 'settings:read', write: 'settings:write' },
  store: channelStore,
  list: { where: ({ active }, parameters) => equalTo('active', active, 'boolean', parameters) },
  localized: ['labels'],
  merged: ['conversionUnits'],
  blank: ({ code }) => ({
    code: String(code),
    labels: {},
    locales: [],
    currencies: [],
    categoryRoot: null,
    conversionUnits: {},
    publishGuard: 'none',
    active: true,
    slugsEnabled: false,
  }),
  async references(context, next) {
    const { organizationId } = context.session;
    const attributes = next.flatMap(({ conversionUnits }) => Object.keys(conversionUnits));
    return {
      locales: await loadReferencedDocuments(
        context,
        localeStore,
        next.flatMap(({ locales }) => locales),
      ),
      currencies: await loadReferencedDocuments(
        context,
        currencyStore,
        next.flatMap(({ currencies }) => currencies),
      ),
      categories: await loadReferencedDocuments(
        context,
        categoryStore,
        next.flatMap(({ categoryRoot }) => categoryRoot ?? []),
      ),
      attributes: await findConvertibleAttributes(context, organizationId, attributes),
    };
  },
  check(next, _current, references) {
    const locales = checkCodes('locales', 'locale', next.locales, references.locales);
    const currencies = checkCodes('currencies', 'currency', next.currencies, references.currencies);
    const categoryRoot = checkCategoryRoot(next.categoryRoot, references.categories);
    const conversionUnits = checkConversionUnits(next.conversionUnits, references.attributes);
    const document = {
      ...next,
      locales: locales.value,
      currencies: currencies.value,
      categoryRoot: categoryRoot.value,
      conversionUnits: conversionUnits.value,
    };
    const problems = [
      ...checkLabels(next.labels, ['labels']),
      ...checkGuard(next.publishGuard),
      ...[locales, currencies, categoryRoot, conversionUnits].flatMap((validated) => validated.problems),
    ];
    return { document, problems };
  },
  afterWrite: enableUsed,
});

export const {
  create: createChannel,
  delete: deleteChannel,
  loader: channelLoader,
  update: updateChannel,
  upsert: upsertChannels,
} = channelResource;

function checkGuard(guard: string): FieldProblem[] {
  if ((PUBLISH_GUARDS as readonly string[]).includes(guard)) return [];
  const message = localized('publish-guard-unknown', { list: PUBLISH_GUARDS.join(' or ') });
  return [
    fieldProblem('value-not-allowed', ['publishGuard'], message, {
      value: guard,
      suggestions: PUBLISH_GUARDS,
    }),
  ];
}

/** Giving a locale or currency to a channel enables it. */
async function enableUsed(
  context: WriteContext,
  written: readonly ResourceChange<ChannelDocument>[],
): Promise<void> {
  const listAdded = (field: 'locales' | 'currencies') =>
    written.flatMap(({ before, after }) => {
      const had = new Set(before?.[field]);
      return (after?.[field] ?? []).filter((code) => !had.has(code));
    });
  await enable(context, localeResource, listAdded('locales'));
  await enable(context, currencyResource, listAdded('currencies'));
}

async function enable<Document extends ResourceDocument, References>(
  context: WriteContext,
  definition: ResourceDefinition<Document, References>,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  const items = [...new Set(codes.map(foldKey))].map((code) => ({ patch: { code, enabled: true } }));
  const results = await writeResources(context, definition, items, 'update');
  for (const result of results) if (result.outcome === 'failed') throw result.refusal;
}
