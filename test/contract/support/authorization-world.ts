import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  parse,
  validate,
} from 'graphql';
import type { RequestState } from '../../../src/adapters/graphql/request-state.ts';
import { runDocument } from '../../../src/adapters/graphql/run-document.ts';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { createOpenSubscriptions } from '../../../src/adapters/graphql/subscriptions/open-subscriptions.ts';
import {
  runSubscription,
  type SubscriptionDependencies,
} from '../../../src/adapters/graphql/subscriptions/run-subscription.ts';
import { encodeId } from '../../../src/kernel/ids.ts';
import { createCursors } from '../../../src/kernel/page.ts';
import type { Scope } from '../../../src/kernel/scopes.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { createAccessToken } from '../../../src/modules/access-token/index.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { upsertChannels } from '../../../src/modules/channel/index.ts';
import { createComment } from '../../../src/modules/comment/index.ts';
import { upsertCurrencies } from '../../../src/modules/currency/index.ts';
import { deleteEntity, upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { upsertMeasurementFamilies } from '../../../src/modules/measurement/index.ts';
import { deleteMedia } from '../../../src/modules/media/index.ts';
import { upsertOptionSets, upsertOptions } from '../../../src/modules/option-set/index.ts';
import {
  addMember,
  createUser,
  openUserSession,
  provisionOrganization,
  updateOrganization,
} from '../../../src/modules/organization/index.ts';
import { deleteProduct } from '../../../src/modules/product/index.ts';
import { upsertImportExportProfiles } from '../../../src/modules/profile/index.ts';
import { createSavedView } from '../../../src/modules/saved-view/index.ts';
import { upsertStorefronts } from '../../../src/modules/storefront/index.ts';
import { createStorefrontKey } from '../../../src/modules/storefront-key/index.ts';
import { createWebhook, pingWebhook } from '../../../src/modules/webhook/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createLedgerFollower } from '../../../src/platform/ledger/ledger-follower.ts';
import { createLedgerNotifier } from '../../../src/platform/ledger/ledger-notifier.ts';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import {
  createTestOrganization,
  type TestCatalogueSettings,
  type TestOrganization,
} from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';
import { silentLog } from '../../support/silent-log.ts';
import { WEBHOOK_TOOLS } from '../../support/webhook-tools.ts';
import { keepArchive } from './kept-archive.ts';

export const schema = guardedSchema();

/** The keys of objects of one type, by what an operation does with them. */
export interface Specimen {
  /** Of an object that everything else uses. */
  readonly kept: string;
  /** Of one that nothing uses, so that it can be deleted. */
  readonly doomed: string;
  /** Of one that is deleted, or over, and can come back. */
  readonly deleted?: string;
  /** That no object has yet. */
  readonly fresh?: string;
}

const coded: Specimen = { kept: '', doomed: 'doomed', fresh: 'fresh' };

/**
 * An organization in which every kind of object is there and refers to every kind it can, and a stranger, the owner
 * of an organization in which there is nothing.
 */
export interface AuthorizationWorld {
  /** What documents of this world run with. */
  readonly dependencies: SubscriptionDependencies;
  readonly catalogue: TestOrganization;
  readonly owner: Session;
  readonly stranger: Session;
  /** By GraphQL type. */
  readonly specimens: Readonly<Record<string, Specimen>>;
  /** Runs a document as a door would: refused, masked and all. Of a subscription the first answer counts. */
  run(
    document: string,
    variables: Readonly<Record<string, unknown>>,
    session: Session | null,
  ): Promise<Answer>;
  /** Puts a new object in the place of each doomed one that cannot be tried to death. */
  renewDoomed(): Promise<void>;
  /** All that is stored for the owner's organization, as one text that changes whenever any of it does. */
  fingerprint(): Promise<string>;
  close(): Promise<void>;
}

export interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

const TYPED_ATTRIBUTES = [
  { code: 'd_text', type: 'text' },
  { code: 'd_rich', type: 'rich_text' },
  { code: 'd_number', type: 'number' },
  { code: 'd_boolean', type: 'boolean' },
  { code: 'd_date', type: 'date' },
  { code: 'd_datetime', type: 'datetime' },
  { code: 'd_select', type: 'select', optionSet: 'colors' },
  { code: 'd_multi_select', type: 'multi_select', optionSet: 'colors' },
  { code: 'd_price', type: 'price' },
  { code: 'd_measurement', type: 'measurement', measurementFamily: 'weight', group: 'marketing' },
  { code: 'd_entity', type: 'entity', entityType: 'brand' },
  { code: 'd_entity_list', type: 'entity_list', entityType: 'brand' },
  { code: 'd_media_list', type: 'media_list' },
];
const TYPED_VALUES = [
  cellWrite('d_text', 'text'),
  cellWrite('d_rich', '<p>rich</p>'),
  cellWrite('d_number', 1),
  cellWrite('d_boolean', true),
  cellWrite('d_date', '2026-01-01'),
  cellWrite('d_datetime', '2026-01-01T00:00:00.000Z'),
  cellWrite('d_select', 'red'),
  cellWrite('d_multi_select', ['red', 'blue']),
  cellWrite('d_price', [{ amount: '1.50', currency: 'EUR' }]),
  cellWrite('d_measurement', { amount: '1', unit: 'KILOGRAM' }),
  cellWrite('d_entity', 'acme'),
  cellWrite('d_entity_list', ['acme']),
  cellWrite('d_media_list', ['picture']),
];

async function furnish(catalogue: TestOrganization, owner: Session): Promise<void> {
  await seedClothingCatalogue(catalogue, owner);
  await seedConfiguration(catalogue, upsertChannels, [{ code: 'web', slugsEnabled: true }], owner);
  const write: typeof seedConfiguration = (_catalogue, upsert, patches) =>
    seedConfiguration(catalogue, upsert, patches, owner);
  await write(catalogue, upsertMeasurementFamilies, [
    { code: 'weight', standardUnit: 'KILOGRAM', units: [unit('KILOGRAM'), unit('GRAM', '0.001')] },
    { code: 'doomed', standardUnit: 'PIECE', units: [unit('PIECE')] },
  ]);
  await write(catalogue, upsertAssociationTypes, [{ code: 'cross_sell' }, { code: 'doomed' }]);
  await write(catalogue, upsertEntityTypes, [{ code: 'brand', hierarchical: true }, { code: 'doomed' }]);
  const profile = { direction: 'both', resource: 'products', format: 'csv' };
  await write(catalogue, upsertImportExportProfiles, [
    { code: 'supplier', ...profile },
    { code: 'doomed', ...profile },
  ]);
  await write(catalogue, upsertAttributeGroups, [{ code: 'marketing' }, { code: 'doomed' }]);
  await write(catalogue, upsertAttributes, [
    ...TYPED_ATTRIBUTES,
    { code: 'd_image', type: 'media' },
    { code: 'doomed', type: 'text' },
  ]);
  await write(catalogue, upsertAttributeSets, [
    {
      code: 'typed',
      attributes: [...TYPED_ATTRIBUTES, { code: 'd_image' }].map(({ code }) => ({
        code,
        group: 'marketing',
      })),
      attributeAsImage: 'd_image',
      attributeAsLabel: 'd_text',
    },
    { code: 'doomed', attributes: [] },
  ]);
  await write(catalogue, upsertLocales, [{ code: 'ja_JP' }]);
  await write(catalogue, upsertCurrencies, [{ code: 'JPY' }]);
  await write(catalogue, upsertCategories, [{ code: 'doomed' }]);
  await write(catalogue, upsertChannels, [{ code: 'doomed', locales: ['en_US'], currencies: ['EUR'] }]);
  await write(catalogue, upsertStorefronts, [
    { code: 'shop', channel: 'web', previewUrl: 'https://shop.example/{locale}/{slug}?preview={token}' },
    { code: 'doomed', channel: 'web' },
  ]);
  await write(catalogue, upsertOptionSets, [{ code: 'doomed' }]);
  await write(catalogue, upsertOptions, [{ code: 'doomed', optionSet: 'colors' }]);
  await seedMedia(catalogue, { code: 'picture', filename: 'TYPED.png' }, owner);
  for (const code of ['doomed', 'deleted']) await seedMedia(catalogue, { code }, owner);
  await catalogue.runner.write(owner, deleteMedia, { ref: 'deleted' });
  await write(catalogue, upsertOptions, [{ code: 'red', optionSet: 'colors', swatch: { media: 'picture' } }]);
  await write(catalogue, upsertCategories, [{ code: 'clothes', image: 'picture' }]);
  await write(catalogue, upsertEntityTypes, [
    {
      code: 'brand',
      attributes: ['d_text', 'd_image'],
      attributeAsLabel: 'd_text',
      attributeAsImage: 'd_image',
    },
  ]);
  const parent = { entityType: 'brand', code: 'group' };
  await catalogue.runner.write(owner, upsertEntities, {
    mode: 'upsert',
    errorPolicy: 'reject_all',
    items: [
      parent,
      {
        ...parent,
        code: 'acme',
        parent: 'group',
        values: [cellWrite('d_text', 'Acme'), cellWrite('d_image', 'picture')],
      },
      { ...parent, code: 'doomed' },
      // Merged into another one: the others are written once more.
      { ...parent, code: 'twin' },
      { ...parent, code: 'deleted' },
    ],
  });
  await catalogue.runner.write(owner, deleteEntity, { ...parent, code: 'deleted' });
  await seedProducts(
    catalogue,
    [
      ...productFamily('ROBE', { colors: ['red'], sizes: ['s'] }),
      simpleProduct('TYPED', {
        attributeSet: 'typed',
        values: [...TYPED_VALUES, cellWrite('d_image', 'picture')],
        channels: { set: ['web'] },
        categories: { set: ['clothes'] },
        associations: [
          {
            type: 'cross_sell',
            products: { set: [{ ref: 'ROBE' }] },
            entities: { set: [{ ref: 'brand/acme' }] },
          },
        ],
      }),
      simpleProduct('LIVE', { status: 'published' }),
      simpleProduct('DOOMED'),
      simpleProduct('DELETED'),
    ],
    owner,
  );
  await catalogue.runner.write(owner, deleteProduct, { ref: 'DELETED' });
}

const unit = (code: string, factor = '1') => ({ code, labels: {}, symbol: code, factor, offset: '0' });

export async function createAuthorizationWorld(
  settings: TestCatalogueSettings = {},
): Promise<AuthorizationWorld> {
  const catalogue = await createTestOrganization(settings);
  const { database, runner } = catalogue;
  const setUp = { owner: database.owner, clock: { now: () => new Date() }, requestId: 'set-up' };
  const provision = async (name: string) => {
    const person = { name, email: `${name.toLowerCase()}@example.test`, password: 'correct horse battery' };
    const { organizationId } = await provisionOrganization(setUp, { name, owner: person }, []);
    const origin = { door: 'graphql', requestId: 'test' } as const;
    const session = await openUserSession(database.owner, organizationId, person.email, origin);
    if (session === null) throw new Error(`${name} is not a member of their organization.`);
    return session;
  };
  const owner = await provision('Owner');
  const stranger = await provision('Stranger');
  await furnish(catalogue, owner);
  await keepArchive(catalogue.storage, owner.organizationId);
  // So that the stranger who follows something is answered as well.
  await runner.write(stranger, updateOrganization, { patch: { name: 'Strangers' } });
  const newToken = async () => {
    const request = { name: 'Program', scopes: ['products:read'] as Scope[] };
    return (await runner.write(owner, createAccessToken, request)).output.id;
  };
  const newKey = async () => {
    const request = { storefront: 'shop', name: 'Shop', kind: 'secret' } as const;
    return (await runner.write(owner, createStorefrontKey, request)).output.id;
  };
  const newView = async () => {
    const request = { name: 'Lamps', resource: 'products' } as const;
    return (await runner.write(owner, createSavedView, request)).output.id;
  };
  const newComment = async () => {
    const request = { product: 'TYPED', body: 'Is this right?' } as const;
    return (await runner.write(owner, createComment, request)).output.id;
  };
  const doomedUser = await createUser(setUp, {
    name: 'Doomed',
    email: 'doomed@example.test',
    password: 'correct horse battery',
  });
  await addMember(setUp, { organizationId: owner.organizationId, userId: doomedUser, role: 'viewer' });
  const userId = `usr_${doomedUser.replaceAll('-', '')}`;
  const signal = createLedgerNotifier({ owner: database.owner, log: silentLog });
  const dependencies: SubscriptionDependencies = {
    follower: createLedgerFollower({ database, signal, clock: setUp.clock, log: silentLog }),
    openSubscriptions: createOpenSubscriptions(),
    watchAccess: () => () => undefined,
    links: createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock: systemClock }),
    database,
    runner,
    cursors: createCursors('test'),
    clock: setUp.clock,
    log: silentLog,
    storage: catalogue.storage,
    ...WEBHOOK_TOOLS,
    recordRefusal: async () => undefined,
  };
  const specimens: Record<string, Specimen> = {
    Locale: { kept: 'de_DE', doomed: 'ja_JP', fresh: 'pt_PT' },
    Currency: { kept: 'EUR', doomed: 'JPY', fresh: 'SEK' },
    Channel: { ...coded, kept: 'web' },
    Category: { ...coded, kept: 'clothes' },
    AssociationType: { ...coded, kept: 'cross_sell' },
    Storefront: { ...coded, kept: 'shop' },
    AttributeGroup: { ...coded, kept: 'marketing' },
    Attribute: { ...coded, kept: 'name' },
    AttributeSet: { ...coded, kept: 'clothing' },
    OptionSet: { ...coded, kept: 'colors' },
    Option: { ...coded, kept: 'red' },
    MeasurementFamily: { ...coded, kept: 'weight' },
    ImportExportProfile: { ...coded, kept: 'supplier' },
    Media: { kept: 'picture', doomed: 'doomed', deleted: 'deleted', fresh: 'fresh' },
    EntityType: { ...coded, kept: 'brand' },
    Entity: { kept: 'acme', doomed: 'doomed', deleted: 'deleted', fresh: 'fresh' },
    CategoryBySlug: { kept: 'clothes', doomed: 'doomed' },
    ProductBySlug: { kept: 'text', doomed: 'doomed' },
    Product: { kept: 'TYPED', doomed: 'DOOMED', deleted: 'DELETED', fresh: 'FRESH' },
    Job: await givenJobs(catalogue, owner),
    ...(await givenWebhooks(catalogue, owner)),
    AccessToken: { kept: await newToken(), doomed: await newToken() },
    StorefrontKey: { kept: await newKey(), doomed: await newKey() },
    SavedView: { kept: await newView(), doomed: await newView() },
    Comment: { kept: await newComment(), doomed: await newComment() },
    Member: { kept: userId, doomed: userId },
  };
  return {
    dependencies,
    catalogue,
    owner,
    stranger,
    specimens,
    async renewDoomed() {
      specimens.AccessToken = { kept: specimens.AccessToken?.kept ?? '', doomed: await newToken() };
      specimens.StorefrontKey = { kept: specimens.StorefrontKey?.kept ?? '', doomed: await newKey() };
      specimens.SavedView = { kept: specimens.SavedView?.kept ?? '', doomed: await newView() };
      specimens.Comment = { kept: specimens.Comment?.kept ?? '', doomed: await newComment() };
      // While a folder is imported nobody may import it again.
      await database.owner.query(
        `UPDATE public.job SET status = 'cancelled', finished_at = now()
         WHERE subject = 'akeneo folder' AND status = 'queued'`,
      );
    },
    async run(document, variables, session) {
      const parsed = validDocument(document);
      const exchange: RequestState = {
        requestId: 'test',
        idempotencyKey: null,
        authenticate: async () => session,
        session,
        answerHeaders: {},
      };
      const args = { schema, document: parsed, variableValues: variables };
      const isSubscription = getOperationAST(parsed)?.operation === 'subscription';
      const result = isSubscription
        ? await firstAnswer(dependencies, exchange, args)
        : await runDocument(dependencies, exchange, execute, args);
      const { data, errors } = JSON.parse(JSON.stringify(result)) as Answer;
      return { ...(data === undefined ? {} : { data }), ...(errors === undefined ? {} : { errors }) };
    },
    fingerprint: await fingerprintOf(catalogue, owner),
    async close() {
      dependencies.follower.close();
      await catalogue.close();
    },
  };
}

async function firstAnswer(
  dependencies: SubscriptionDependencies,
  exchange: RequestState,
  args: ExecutionArgs,
): Promise<ExecutionResult> {
  const result = await runSubscription(dependencies, exchange, args, null);
  if (!(Symbol.asyncIterator in result)) return result;
  const { value } = await result.next();
  await result.return?.();
  return value;
}

const documents = new Map<string, DocumentNode>();

/** Parses a document once. @throws Error when it does not fit the schema. */
function validDocument(text: string): DocumentNode {
  const cachedDocument = documents.get(text);
  if (cachedDocument !== undefined) return cachedDocument;
  const document = parse(text);
  const faults = validate(schema, document);
  if (faults.length > 0) throw new Error(`${faults.map(({ message }) => message).join('\n')}\n${text}`);
  documents.set(text, document);
  return document;
}

/** What a bulk edit changes. */
const BULK_INPUT = {
  filter: {},
  patch: { values: [{ attribute: 'name', channel: null, locale: 'en_US', value: 'New', path: [] }] },
  expectedCount: 1,
};

/** Jobs in each state that matters: an import with a failed row, one done, one waiting, and one failed; and a bulk edit. */
async function givenJobs(catalogue: TestOrganization, owner: Session): Promise<Specimen> {
  const { database } = catalogue;
  const { organizationId } = owner;
  const imported = await createImportHarness({ ...catalogue, owner }).run('sku;type\r\nBROKEN;wrong\r\n');
  const { rows } = await database.owner.query<{ id: string }>(
    `INSERT INTO public.job (organization_id, id, type, subject, status, triggered_by, queued_at, due_at, created_at, updated_at, input)
     SELECT $1, gen_random_uuid(), type, 'set_' || place, status, '{"type":"system","id":"system","name":"Test"}',
            now(), now() + interval '1 year', now(), now(), CASE WHEN type = 'bulk' THEN $2::jsonb ELSE '{}' END
     FROM unnest(ARRAY['completed', 'queued', 'failed', 'completed'], ARRAY['import', 'recompute', 'import', 'bulk'])
       WITH ORDINALITY AS given(status, type, place) ORDER BY place
     RETURNING id`,
    [organizationId, JSON.stringify(BULK_INPUT)],
  );
  const [, doomed = '', deleted = ''] = rows.map(({ id }) => encodeId('Job', id));
  return { kept: encodeId('Job', imported.id), doomed, deleted };
}

/** An endpoint with a delivery, and one to delete. */
async function givenWebhooks(
  { runner, database }: TestOrganization,
  owner: Session,
): Promise<Record<string, Specimen>> {
  const { vault, outboundPolicy: policy } = WEBHOOK_TOOLS;
  const make = async (url: string) =>
    (await runner.write(owner, createWebhook, { vault, policy, patch: { url } })).output.id;
  const [kept, doomed] = [await make('https://kept.example.com/'), await make('https://doomed.example.com/')];
  await runner.write(owner, pingWebhook, { id: kept });
  const { rows } = await database.owner.query<{ id: string }>('SELECT id FROM public.webhook_delivery');
  const delivery = encodeId('WebhookDelivery', rows[0]?.id ?? '');
  return {
    WebhookEndpoint: { kept, doomed },
    WebhookDelivery: { kept: delivery, doomed: delivery },
  };
}

/** Prepares a digest of every row of the organization in every table of the application. */
async function fingerprintOf(
  { database }: TestOrganization,
  { organizationId }: Session,
): Promise<() => Promise<string>> {
  const tables = await database.owner.query<{ name: string; key: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name, quote_ident(attname) AS key
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE attname IN ('organization_id', 'organizationId') AND relkind IN ('r', 'p') AND NOT relispartition
     ORDER BY 1`,
  );
  const digests = tables.rows.map(
    ({ name, key }) =>
      `(SELECT coalesce(md5(string_agg(kept::text, ';' ORDER BY kept::text)), '') FROM ${name} AS kept WHERE kept.${key} = $1)`,
  );
  const text = `SELECT concat_ws(' ', ${digests.join(', ')},
    (SELECT organization::text FROM public.organization WHERE id = $1)) AS digest`;
  return async () => {
    const query = { name: 'fingerprint', text, values: [organizationId] };
    return (await database.owner.query<{ digest: string }>(query)).rows[0]?.digest ?? '';
  };
}
