// Risk: an agent's program cannot list or call the tools, or gets something else than it was promised.
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedProgram } from '../../support/served-program.ts';
import { call, connect, ERAS, type Reported, serveDemo } from './mcp-client.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each(ERAS)('a client of the revisions of %s', (era) => {
  let served: ServedProgram;
  let client: Client;
  beforeAll(async () => {
    served = await serveDemo();
    client = await connect(served, era);
  }, 60_000);
  afterAll(async () => {
    await client.close();
    await served.close();
  });
  const answered = async (
    name: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<Reported['json']> => {
    const answer = await call(client, name, given);
    expect({ name, isError: answer.isError, json: answer.isError ? answer.json : null }).toEqual({
      name,
      isError: false,
      json: null,
    });
    return answer.json;
  };

  test('speaks its revision', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era === '2026' ? '2026-07-28' : '2025-11-25');
    expect(client.getServerVersion()).toEqual({ name: 'catalograph', title: 'Catalograph', version: 'v1' });
    expect(client.getInstructions()).toMatch(/^A product catalogue \(PIM\)\. Begin with describe_catalog;/);
  });

  test('takes a list or an object that a host sends as its JSON text', async () => {
    const plain = { filter: { status: { in: ['published'] } }, include: ['completeness'], limit: 2 };
    const texts = {
      filter: JSON.stringify(plain.filter),
      include: JSON.stringify(plain.include),
      limit: 2,
    };
    expect(await answered('search_products', texts)).toEqual(await answered('search_products', plain));
    const broken = await call(client, 'search_products', { filter: '{"status":' });
    expect(broken.isError).toBe(true);
    expect(broken.json).toMatchObject({ code: 'validation-failed' });
  });

  test('lists all tools, those that read first', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['describe_catalog', 'find_codes', 'get_attribute_set', 'get_product'],
      ...['search_entities', 'search_products', 'add_media', 'apply_model', 'create_product', 'import_data'],
      ...['set_product_status', 'update_product', 'upsert_entities', 'upsert_products'],
    ]);
  });

  test('describe_catalog tells what there is, in parts', async () => {
    expect(await answered('describe_catalog', { include: ['channels', 'category_roots'] })).toEqual({
      association_types: null,
      attribute_sets: null,
      category_roots: {
        count: 1,
        items: [{ categories_count: 7, code: 'lamps_shop', label: 'Lumen & Oak' }],
      },
      channels: {
        count: 2,
        items: [
          {
            active: true,
            code: 'marketplace',
            label: 'Marketplace',
            publish_guard: 'none',
            currencies: ['EUR'],
            locales: ['de_DE', 'de_AT'],
          },
          {
            active: true,
            code: 'webshop',
            label: 'Web shop',
            publish_guard: 'complete',
            currencies: ['EUR', 'USD'],
            locales: ['en_US', 'de_DE'],
          },
        ],
      },
      default_channel: 'webshop',
      default_locale: 'en_US',
      entity_types: null,
      filters: null,
      locales: null,
      omitted: [],
    });
  });

  test('find_codes finds a code by what people call it', async () => {
    const asked = { kind: 'option', attribute: 'finish', query: 'eiche', locale: 'de_DE' };
    expect(await answered('find_codes', asked)).toEqual({
      has_more: false,
      items: [
        {
          code: 'oiled_oak',
          detail: null,
          label: 'Eiche geölt',
          path: ['finishes', 'oiled_oak'],
          path_labels: ['Oberflächen', 'Eiche geölt'],
        },
      ],
    });
  });

  test('get_attribute_set says how a product of a set is written', async () => {
    const asked = { code: 'lamp_accessory', channel: 'webshop', attributes: ['title', 'gtin'] };
    const nothing = {
      default_unit: null,
      entity_type: null,
      guideline: null,
      locales: null,
      option_set: null,
      options: null,
      options_count: null,
      units: null,
      read_only: false,
      scopable: false,
    };
    const { example, ...set } = await answered('get_attribute_set', asked);
    expect(set).toEqual({
      code: 'lamp_accessory',
      label: 'Accessory',
      description: null,
      attribute_as_image: 'photo',
      attribute_as_label: 'title',
      version: 1,
      attributes: [
        {
          ...nothing,
          code: 'title',
          label: 'Title',
          group: 'lamp_basics',
          type: 'text',
          localizable: true,
          required: true,
          required_in: ['*'],
          unique: false,
          validation: { max_length: 80 },
          guideline: 'Name first, then the kind of lamp: "Heron floor lamp".',
        },
        {
          ...nothing,
          code: 'gtin',
          label: 'GTIN',
          group: 'lamp_basics',
          type: 'identifier',
          localizable: false,
          required: false,
          required_in: [],
          unique: true,
          validation: { format: 'gtin' },
        },
      ],
      attributes_count: 2,
      further_attributes: [],
      search_after: null,
      variant_layouts: [],
    });
    // The example is good: it is what `create_product` takes.
    const created = await answered('create_product', { ...(example as object), dry_run: true });
    expect(created).toMatchObject({ id: 'dry_prd', sku: 'EXAMPLE-1', outcome: 'created', dry_run: true });
  });

  test('get_product shows one product with the parts that are asked for', async () => {
    const include = ['completeness', 'variants', 'associations', 'history'];
    expect(await answered('get_product', { ref: 'lo-bulb-4w', attributes: ['title'], include })).toEqual({
      id: 'prd',
      sku: 'LO-BULB-4W',
      label: 'Filament bulb, 4.5 W',
      type: 'simple',
      version: 1,
      status: 'published',
      attribute_set: 'light_bulb',
      parent: null,
      channels: null,
      variant_layout: null,
      external_refs: {},
      categories: ['light_bulbs'],
      tags: [],
      values: {
        title: [
          { locale: 'de_DE', value: 'Fadenlampe, 4,5 W' },
          { locale: 'en_US', value: 'Filament bulb, 4.5 W' },
        ],
      },
      completeness: [
        { channel: 'marketplace', locale: 'de_DE', ratio: 100, required: 3, filled: 3, missing: [] },
        { channel: 'marketplace', locale: 'de_AT', ratio: 66, required: 3, filled: 2, missing: ['title'] },
        { channel: 'webshop', locale: 'en_US', ratio: 100, required: 6, filled: 6, missing: [] },
        { channel: 'webshop', locale: 'de_DE', ratio: 100, required: 6, filled: 6, missing: [] },
      ],
      variants: { count: 0, skus: [] },
      associations: {},
      history: [
        {
          actor: { id: 'system', name: 'Catalograph', type: 'system' },
          at: 'moment',
          origin: 'system',
          changes: [],
          changes_truncated: false,
          comment: null,
          kind: 'created',
          version: 1,
        },
      ],
      updated_at: 'moment',
    });
  });

  test('search_products walks through what fits, page by page', async () => {
    const asked = {
      limit: 2,
      sort: ['-sku'],
      channel: 'webshop',
      attributes: ['title'],
      filter: { type: 'simple', attribute_set: 'light_bulb' },
    };
    const bulb = (sku: string, title: string) => ({
      id: 'prd',
      sku,
      label: title,
      type: 'simple',
      version: 1,
      status: 'published',
      attribute_set: 'light_bulb',
      parent: null,
      channels: null,
      categories: ['light_bulbs'],
      tags: [],
      variant_layout: null,
      external_refs: {},
      values: { title },
      updated_at: 'moment',
    });
    const page = await client.callTool({ name: 'search_products', arguments: asked });
    const { search_after: cursor } = page.structuredContent as { search_after: string };
    expect(await answered('search_products', asked)).toEqual({
      items: [bulb('LO-BULB-8W', 'Opal bulb, 8 W'), bulb('LO-BULB-7W', 'Filament bulb, 7 W')],
      has_more: true,
      search_after: 'cursor',
      total: 3,
    });
    expect(await answered('search_products', { ...asked, search_after: cursor })).toEqual({
      items: [bulb('LO-BULB-4W', 'Filament bulb, 4.5 W')],
      has_more: false,
      search_after: null,
      total: 3,
    });
  });

  test('apply_model, upsert_entities and search_entities bring a brand into the world', async () => {
    const model = { entity_types: [{ code: 'brand', labels: { en_US: 'Brand' } }] };
    const applied = (id: string, dry_run: boolean) => ({
      created: 1,
      updated: 0,
      unchanged: 0,
      deleted: 0,
      dry_run,
      effects: dry_run
        ? { complete: true, products: [], entities: [], storefronts: [], references: [] }
        : null,
      results: [
        { code: 'brand', id, kind: 'entity_type', outcome: 'created', version: 1, sort_warning: null },
      ],
    });
    expect(await answered('apply_model', model)).toEqual(applied('dry_ety', true));
    expect(await answered('apply_model', { ...model, dry_run: false })).toEqual(applied('ety', false));
    const items = [{ code: 'acme', labels: { en_US: 'Acme' } }, { code: 'zett' }];
    const brand = { entity_type: 'brand', code: 'acme', id: 'ent', version: 1, errors: [] };
    expect(await answered('upsert_entities', { entity_type: 'brand', items })).toEqual({
      summary: { created: 2, updated: 0, unchanged: 0, failed: 0 },
      results: [
        { ...brand, index: 0, status: 'created' },
        { ...brand, index: 1, code: 'zett', status: 'created' },
      ],
      dry_run: false,
    });
    expect(
      await answered('search_entities', { entity_type: 'brand', query: 'acm', include: ['usage'] }),
    ).toEqual({
      items: [
        {
          id: 'ent',
          entity_type: 'brand',
          code: 'acme',
          label: 'Acme',
          active: true,
          parent: null,
          version: 1,
          values: {},
          used_by_count: 0,
          used_by_count_exact: true,
        },
      ],
      has_more: false,
      search_after: null,
      total: 1,
    });
  });

  test('create, update, upsert and set the status of products', async () => {
    const lacks = (channel: string, locale: string, filled: number, missing: readonly string[]) => ({
      channel,
      locale,
      filled,
      missing,
      required: filled + missing.length,
      ratio: Math.floor((100 * filled) / (filled + missing.length)),
    });
    const rest = ['wattage', 'luminous_flux', 'energy_class', 'list_price'];
    const bulb = {
      id: 'prd',
      sku: 'NEW',
      type: 'simple',
      status: 'draft',
      attribute_set: 'light_bulb',
      parent: null,
      completeness: [
        lacks('marketplace', 'de_DE', 0, ['title', 'gtin', 'list_price']),
        lacks('marketplace', 'de_AT', 0, ['title', 'gtin', 'list_price']),
        lacks('webshop', 'en_US', 1, ['gtin', ...rest]),
        lacks('webshop', 'de_DE', 0, ['title', 'gtin', ...rest]),
      ],
      live: [],
    };
    const title = [{ locale: 'en_US', value: 'Bulb' }];
    const created = { sku: 'NEW', attribute_set: 'light_bulb', values: { title } };
    expect(await answered('create_product', created)).toEqual({
      ...bulb,
      version: 1,
      outcome: 'created',
      dry_run: false,
    });
    expect(
      await answered('update_product', { ref: 'new', if_version: 1, values: { dimmable: true } }),
    ).toEqual({
      ...bulb,
      version: 2,
      outcome: 'updated',
      dry_run: false,
    });
    // The ledger knows by which door it came.
    const { history } = await answered('get_product', { ref: 'NEW', include: ['history'] });
    expect(history).toMatchObject([
      { kind: 'updated', origin: 'mcp', actor: { type: 'token', name: 'Test' }, version: 2 },
      { kind: 'created', origin: 'mcp', version: 1 },
    ]);
    const items = [{ sku: 'NEW', values: { dimmable: true } }, { sku: 'NEW2' }];
    const result = { id: 'prd', version: 1, errors: [], publication: null };
    expect(await answered('upsert_products', { items, dry_run: false })).toEqual({
      summary: { created: 1, updated: 0, unchanged: 1, failed: 0 },
      results: [
        { ...result, index: 0, sku: 'NEW', version: 2, status: 'unchanged' },
        { ...result, index: 1, sku: 'NEW2', status: 'created' },
      ],
      dry_run: false,
    });
    expect(await answered('set_product_status', { refs: ['NEW', 'NEW2'], status: 'in_review' })).toEqual({
      summary: { created: 0, updated: 2, unchanged: 0, failed: 0 },
      results: [
        { ...result, index: 0, sku: 'NEW', version: 3, status: 'updated' },
        { ...result, index: 1, sku: 'NEW2', version: 2, status: 'updated' },
      ],
      dry_run: false,
    });
  });

  test('upsert_products changes what a filter finds, after it was only tried', async () => {
    const given = { filter: { sku: ['NEW', 'NEW2'] }, patch: { status: 'draft', values: { nowhere: 1 } } };
    expect(await call(client, 'upsert_products', { ...given, expected_count: 3 })).toMatchObject({
      isError: true,
      json: { code: 'count-mismatch', detail: 'The filter finds 2 products, not 3.' },
    });
    const wrong = await answered('upsert_products', { ...given, expected_count: 2 });
    expect(wrong).toMatchObject({
      summary: { created: 0, updated: 0, unchanged: 0, failed: 2 },
      results: [
        {
          sku: 'NEW',
          status: 'failed',
          errors: [{ code: 'attribute-not-found', pointer: '/patch/values/nowhere' }],
        },
        { sku: 'NEW2', status: 'failed', errors: [{ code: 'attribute-not-found' }] },
      ],
      dry_run: true,
    });
    const request = { ...given, patch: { status: 'draft' }, expected_count: 2 };
    const summary = { created: 0, updated: 2, unchanged: 0, failed: 0 };
    expect(await answered('upsert_products', request)).toMatchObject({ summary, dry_run: true });
    expect(await answered('upsert_products', { ...request, dry_run: false })).toMatchObject({
      summary,
      dry_run: false,
      results: [
        { index: 0, sku: 'NEW', status: 'updated', version: 4, errors: [] },
        { index: 1, sku: 'NEW2', status: 'updated', version: 3, errors: [] },
      ],
    });
    const refusals: [object, string][] = [
      [{}, '/items'],
      [{ patch: given.patch }, '/filter'],
      [{ ...request, expected_count: null }, '/expected_count'],
      [{ ...request, items: [] }, '/filter'],
      [{ ...request, filter: { skuu: 'NEW' } }, '/filter/skuu'],
    ];
    for (const [arguments_, pointer] of refusals)
      expect(await call(client, 'upsert_products', { ...arguments_ })).toMatchObject({
        isError: true,
        json: { errors: expect.arrayContaining([expect.objectContaining({ pointer })]) },
      });
  });

  test('add_media takes a picture in and shows it on a product', async () => {
    const asked = { base64: PIXEL, filename: 'dot.png', alt: { en_US: 'A dot' } };
    const attach_to = { ref: 'LO-WREN', attribute: 'photo' };
    expect(await answered('add_media', { ...asked, attach_to })).toEqual({
      media: {
        id: 'med',
        code: 'dot',
        filename: 'dot.png',
        mime_type: 'image/png',
        size_bytes: 70,
        width: 1,
        height: 1,
        labels: {},
        alt: { en_US: 'A dot' },
        tags: [],
        visibility: 'private',
        url: 'link',
        public_url: null,
        renditions: [],
        focal_point: null,
        used_by_count: 1,
        used_by_count_exact: true,
        version: 1,
        created_at: 'moment',
        updated_at: 'moment',
        sha256: '6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0',
      },
      outcome: 'created',
      attached_to: 'LO-WREN',
      dry_run: false,
    });
  });

  test('import_data makes a job of rows, or of a file at an address of the public internet', async () => {
    expect(await answered('import_data', { rows: [{ sku: 'A' }] })).toMatchObject({
      dry_run: true,
      row_errors: [],
      job: { id: 'job', status: 'queued', subject: 'products' },
    });
    expect(await answered('import_data', { url: 'https://example.com/products.csv' })).toMatchObject({
      job: { id: 'job', status: 'queued', subject: 'products' },
    });
    expect(await call(client, 'import_data', { url: 'file:///etc/passwd' })).toMatchObject({
      isError: true,
      json: { code: 'validation-failed', errors: [{ pointer: '/url', code: 'value-not-allowed' }] },
    });
  });
});
