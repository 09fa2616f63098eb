// Risk: a file vanishes that products show, a value names a file that breaks the attribute's rules or is not there,
// or one organization sees the files of another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia, sha256Of } from '../../support/media.ts';

let catalogue: TestOrganization;
const ids: Record<string, string> = {};
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'picture', type: 'media', localizable: true, validation: { mimeTypes: ['image/*'] } },
    {
      code: 'sheet',
      type: 'media',
      validation: {
        mimeTypes: ['application/pdf'],
        extensions: ['pdf'],
        maxSize: 5_000,
      },
    },
    { code: 'banner', type: 'media', validation: { minWidth: 1_000, minHeight: 100, aspectRatio: '2:1' } },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'pictured',
      attributes: ['name', 'picture', 'sheet', 'banner'].map((code) => ({ code })),
      attributeAsLabel: 'name',
      attributeAsImage: 'picture',
    },
  ]);
  for (const code of ['Shoe-Front', 'shoe-back', 'swatch', 'lonely']) {
    ids[code] = await seedMedia(catalogue, { code });
  }
  ids.manual = await seedMedia(catalogue, {
    code: 'manual',
    filename: 'Manual.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 4_000,
    width: null,
    height: null,
  });
});
afterAll(() => catalogue.close());

const WRITE = `mutation ($sku: String!, $values: [ValueInput!]!) {
  upsertProducts(items: [{ sku: $sku, attributeSet: "pictured", values: $values }]) {
    ... on UpsertProductsPayload { results { outcome problem { errors { code message value attribute } } } }
  }
}`;
const write = async (sku: string, values: readonly object[]) => {
  const { data, errors } = await catalogue.execute(WRITE, { sku, values });
  expect(errors).toBeUndefined();
  return (data as { upsertProducts: { results: unknown[] } }).upsertProducts.results[0];
};

test('stores the code of a file in its own case and shows the file with the product', async () => {
  expect(
    await write('TR-1', [
      { attribute: 'picture', locale: 'en_US', value: 'SHOE-front' },
      { attribute: 'sheet', value: 'MANUAL' },
    ]),
  ).toMatchObject({ outcome: 'CREATED' });
  const { data, errors } = await catalogue.execute(`{ product(ref: "TR-1") {
    value(attribute: "picture", locale: "en_US") { json ... on MediaValue { media { code filename sizeBytes } } }
    image(locale: "de_DE") { id code width height }
    none: image(locale: "fr_FR") { code }
  } }`);
  expect(errors).toBeUndefined();
  expect(data?.product).toEqual({
    value: {
      json: 'Shoe-Front',
      media: { code: 'Shoe-Front', filename: 'Shoe-Front.png', sizeBytes: 1_000 },
    },
    image: { id: ids['Shoe-Front'], code: 'Shoe-Front', width: 800, height: 600 },
    none: null,
  });
});

test('refuses files that break the rules of the attribute, and codes of no file', async () => {
  const problemsOf = async (attribute: string, value: string, locale?: string) => {
    const result = await write('TR-2', [{ attribute, value, ...(locale ? { locale } : {}) }]);
    return (result as { problem: { errors: unknown[] } }).problem.errors;
  };
  expect(await problemsOf('picture', 'manual', 'en_US')).toEqual([
    {
      code: 'mime-not-allowed',
      message: "The file 'manual' is of type application/pdf; allowed: image/*.",
      value: 'manual',
      attribute: 'picture',
    },
  ]);
  expect(await problemsOf('sheet', 'lonely')).toMatchObject([
    {
      code: 'mime-not-allowed',
      message: "The file 'lonely' is of type image/png; allowed: application/pdf.",
    },
    { code: 'mime-not-allowed', message: "The file 'lonely' is named 'lonely.png'; allowed endings: pdf." },
  ]);
  await seedMedia(catalogue, {
    code: 'thick',
    filename: 'thick.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 5_001,
    width: null,
    height: null,
  });
  expect(await problemsOf('sheet', 'thick')).toMatchObject([{ code: 'file-too-large' }]);
  expect(await problemsOf('banner', 'lonely')).toMatchObject([
    {
      code: 'image-too-small',
      message: "The file 'lonely' is 800 × 600 pixels; at least 1000 × 100 are needed.",
    },
  ]);
  expect(await problemsOf('picture', 'nothing', 'en_US')).toMatchObject([
    { code: 'media-not-found', message: "There is no media file 'nothing'.", value: 'nothing' },
  ]);
});

test('loads the files that a batch names in one statement', async () => {
  catalogue.takeStatements();
  await write('TR-3', [
    { attribute: 'picture', locale: 'en_US', value: 'shoe-back' },
    { attribute: 'picture', locale: 'de_DE', value: 'shoe-front' },
  ]);
  expect(catalogue.takeStatements().filter((name) => name.startsWith('media.'))).toEqual(['media.facts']);
});

test('counts and lists the products that show a file, for a whole page in one statement', async () => {
  catalogue.takeStatements();
  const { data, errors } = await catalogue.execute(
    '{ mediaFiles(mimeType: "image/") { totalCount nodes { code usedByCount } } }',
  );
  expect(errors).toBeUndefined();
  expect(data?.mediaFiles).toEqual({
    totalCount: 4,
    nodes: [
      { code: 'lonely', usedByCount: 0 },
      { code: 'swatch', usedByCount: 0 },
      { code: 'shoe-back', usedByCount: 1 },
      { code: 'Shoe-Front', usedByCount: 2 },
    ],
  });
  const statements = catalogue.takeStatements().filter((name) => name.includes('media'));
  expect(statements.sort()).toEqual([
    'SELECT media',
    'media.count_listed',
    'media.count_users',
    'media.list',
  ]);
  const used = await catalogue.execute(
    '{ media(ref: "shoe-FRONT") { code usedBy { totalCount nodes { sku } } } }',
  );
  expect(used.data?.media).toEqual({
    code: 'Shoe-Front',
    usedBy: { totalCount: 2, nodes: [{ sku: 'TR-1' }, { sku: 'TR-3' }] },
  });
});

test('lists files newest first, page by page, by tag, name and use', async () => {
  const page = (await catalogue.execute('{ mediaFiles(first: 2) { nodes { code } pageInfo { endCursor } } }'))
    .data?.mediaFiles as { nodes: unknown; pageInfo: { endCursor: string } };
  expect(page.nodes).toEqual([{ code: 'thick' }, { code: 'manual' }]);
  const next = await catalogue.execute(
    'query ($after: String) { mediaFiles(first: 2, after: $after) { nodes { code } pageInfo { hasNextPage } } }',
    { after: page.pageInfo.endCursor },
  );
  expect(next.data?.mediaFiles).toEqual({
    nodes: [{ code: 'lonely' }, { code: 'swatch' }],
    pageInfo: { hasNextPage: true },
  });
  const codes = async (filter: string) => {
    const { data } = await catalogue.execute(`{ mediaFiles(${filter}) { nodes { code } } }`);
    return (data as { mediaFiles: { nodes: { code: string }[] } }).mediaFiles.nodes.map(({ code }) => code);
  };
  expect(await codes('unused: true, search: ".PNG"')).toEqual(['lonely', 'swatch']);
  expect(await codes('unused: false, mimeType: "application/pdf"')).toEqual(['manual']);
  const figures = await catalogue.execute(`{ mediaUsage { files unusedFiles sizeBytes unusedSizeBytes }
    mediaFiles(unused: true, first: 100) { totalCount nodes { sizeBytes } } }`);
  const { mediaFiles, mediaUsage } = figures.data as unknown as {
    mediaFiles: { totalCount: number; nodes: { sizeBytes: number }[] };
    mediaUsage: Record<string, number | string>;
  };
  expect(mediaUsage).toEqual({
    files: 6,
    unusedFiles: mediaFiles.totalCount,
    sizeBytes: '13001',
    unusedSizeBytes: String(mediaFiles.nodes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
  });
  await catalogue.execute(
    'mutation { updateMedia(ref: "swatch", input: { tags: { set: ["Summer", "web", "web"] } }) { __typename } }',
  );
  expect(await codes('tags: ["web", "Summer"]')).toEqual(['swatch']);
  expect(await codes('tags: ["web", "winter"]')).toEqual([]);
});

const UPDATE = `mutation ($input: UpdateMediaInput!, $ifVersion: Int, $dryRun: Boolean! = false) {
  updateMedia(ref: "lonely", input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
    __typename
    ... on MediaPayload { outcome dryRun media { id version filename labels { locale text } alt { locale text }
      altText(locale: "de_AT") tags visibility publicUrl } }
    ... on VersionMismatch { currentVersion conflicts { path locale new } }
    ... on ValidationFailed { errors { code path } }
  }
}`;
const update = async (input: object, more: object = {}) =>
  (await catalogue.execute(UPDATE, { input, ...more })).data?.updateMedia;

test('changes what is said about a file, locale by locale, and makes it public', async () => {
  const changed = await update({
    filename: 'Größe.png',
    labels: [{ locale: 'en_US', text: 'Lonely shoe' }],
    alt: [{ locale: 'de_DE', text: 'Ein Schuh' }],
    tags: { add: ['b', 'a'] },
    visibility: 'PUBLIC',
  });
  const organization = `org_${catalogue.owner.organizationId.replaceAll('-', '')}`;
  expect(changed).toEqual({
    __typename: 'MediaPayload',
    outcome: 'UPDATED',
    dryRun: false,
    media: {
      id: ids.lonely,
      version: 2,
      filename: 'Größe.png',
      labels: [{ locale: 'en_US', text: 'Lonely shoe' }],
      alt: [{ locale: 'de_DE', text: 'Ein Schuh' }],
      altText: null,
      tags: ['b', 'a'],
      visibility: 'PUBLIC',
      publicUrl: `http://catalograph.test/media/${organization}/lonely`,
    },
  });
  expect(await update({ tags: { remove: ['x'] } })).toMatchObject({
    outcome: 'UNCHANGED',
    media: { version: 2 },
  });
  expect(await update({ tags: { remove: ['b'] }, visibility: null }, { dryRun: true })).toMatchObject({
    outcome: 'UPDATED',
    dryRun: true,
    media: { id: `dry_${ids.lonely}`, version: 3, tags: ['a'], visibility: 'PRIVATE', publicUrl: null },
  });
  const stale = await update({ alt: [{ locale: 'en_US', text: 'A shoe' }] }, { ifVersion: 1 });
  expect(stale).toEqual({
    __typename: 'VersionMismatch',
    currentVersion: 2,
    conflicts: [{ path: 'alt', locale: 'de_DE', new: 'Ein Schuh' }],
  });
  expect(await update({ filename: 'a/b', tags: { set: [' x'] } })).toEqual({
    __typename: 'ValidationFailed',
    errors: [
      { code: 'invalid-format', path: ['filename'] },
      { code: 'invalid-format', path: ['tags', '0'] },
    ],
  });
});

const remove = async (ref: string) =>
  (
    await catalogue.execute(
      `mutation ($ref: ID!) { deleteMedia(ref: $ref) {
        ... on DeletePayload { deletedId code }
        ... on Conflict { code detail usedBy { type code } }
        ... on NotFound { code detail }
      } }`,
      { ref },
    )
  ).data?.deleteMedia;
const restore = async (ref: string) =>
  (
    await catalogue.execute(
      `mutation ($ref: ID!) { restoreMedia(ref: $ref) {
        ... on MediaPayload { media { id code version } }
        ... on Conflict { code }
        ... on NotFound { code detail }
      } }`,
      { ref },
    )
  ).data?.restoreMedia;

test('keeps a file from being deleted while a product or an option shows it, deleted products included', async () => {
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'red', optionSet: 'colors', swatch: { media: 'SWATCH' } },
  ]);
  const option = await catalogue.execute(
    '{ option(optionSet: "colors", code: "red") { swatch { media { code filename } } } }',
  );
  expect(option.data).toEqual({
    option: { swatch: { media: { code: 'swatch', filename: expect.any(String) } } },
  });
  expect(await remove('swatch')).toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ type: 'Option', code: 'red' }],
  });
  await catalogue.execute('mutation { deleteProduct(ref: "TR-3") { __typename } }');
  expect(await remove('shoe-front')).toEqual({
    code: 'resource-in-use',
    detail:
      "The media file 'Shoe-Front' is used by product 'TR-1', product 'TR-3'. Deleted ones count as long as they can be restored.",
    usedBy: [
      { type: 'Product', code: 'TR-1' },
      { type: 'Product', code: 'TR-3' },
    ],
  });
});

test('frees the code of a deleted file at once and brings the file back unless the code is taken', async () => {
  expect(await remove('lonely')).toEqual({ deletedId: ids.lonely, code: 'lonely' });
  expect(await remove('lonely')).toEqual({ code: 'deleted', detail: "The media file 'lonely' is deleted." });
  const gone = await catalogue.execute('query ($id: ID!) { media(ref: $id) { code } node(id: $id) { id } }', {
    id: ids.lonely,
  });
  expect(gone.data).toEqual({ media: null, node: null });
  expect(await write('TR-4', [{ attribute: 'picture', locale: 'en_US', value: 'lonely' }])).toMatchObject({
    problem: { errors: [{ code: 'media-not-found' }] },
  });
  const second = await seedMedia(catalogue, { code: 'Lonely' });
  expect(await restore(ids.lonely ?? '')).toEqual({ code: 'duplicate-code' });
  await remove(second);
  expect(await restore(ids.lonely ?? '')).toEqual({ media: { id: ids.lonely, code: 'lonely', version: 4 } });
  expect(await restore('lonely')).toEqual({ media: undefined, code: 'duplicate-code' });
});

const replace = async (ref: string, other: string, ifVersion?: number) =>
  (
    await catalogue.execute(
      `mutation ($ref: ID!, $with: ID!, $ifVersion: Int) { replaceMedia(ref: $ref, with: $with, ifVersion: $ifVersion) {
        ... on MediaPayload { media { code filename width version url focalPoint { x } alt { text } } }
        ... on Problem { code errors { path message } }
        ... on Conflict { usedBy { code } } } }`,
      { ref, with: other, ifVersion },
    )
  ).data?.replaceMedia;
const fileOf = async (ref: string) =>
  (
    await catalogue.execute(
      'query ($ref: ID!) { media(ref: $ref) { code filename width version url usedByCount alt { text } focalPoint { x } } }',
      { ref },
    )
  ).data?.media as { readonly url: string } | null;

test('a file gets the content of another one, which is deleted with the old content and brings it back', async () => {
  await seedMedia(catalogue, { code: 'view' });
  await write('TR-9', [{ attribute: 'picture', locale: 'en_US', value: 'view' }]);
  await catalogue.execute(
    'mutation { updateMedia(ref: "view", input: { focalPoint: { x: 0.2, y: 0.3 }, alt: [{ locale: "en_US", text: "A view" }] }) { __typename } }',
  );
  const before = await fileOf('view');
  const id = await seedMedia(catalogue, { code: 'better-view', width: 1_600, height: 900 });
  const after = {
    code: 'view',
    filename: 'better-view.png',
    width: 1_600,
    version: 3,
    focalPoint: null,
    alt: [{ text: 'A view' }],
  };
  expect(await replace('view', 'better-view')).toMatchObject({ media: after });
  const replaced = await fileOf('view');
  expect(replaced).toMatchObject({ ...after, usedByCount: 1 });
  // Browsers store what a link has opened.
  expect(replaced?.url).not.toBe(before?.url);
  expect(await fileOf('better-view')).toBeNull();
  const { rows } = await catalogue.database.owner.query(
    `SELECT verb, changes FROM ledger.event WHERE resource = 'media' AND ref IN ('view', 'better-view') ORDER BY sequence DESC LIMIT 2`,
  );
  const paths = ['filename', 'width', 'height', 'sha256', 'focal_point'];
  expect(rows).toMatchObject([
    { verb: 'deleted' },
    { verb: 'updated', changes: paths.map((path) => ({ path })) },
  ]);
  expect(await restore(id)).toMatchObject({ media: { code: 'better-view' } });
  expect(await fileOf('better-view')).toMatchObject({ filename: 'view.png', width: 800 });
  expect(await replace('view', 'better-view')).toMatchObject({
    media: { filename: 'view.png', width: 800, focalPoint: { x: 0.2 } },
  });
  expect((await fileOf('view'))?.url).toBe(before?.url);
});

test('only a file of the same kind that nothing uses can take the place of another one', async () => {
  await seedMedia(catalogue, { code: 'shown' });
  await write('TR-9', [{ attribute: 'picture', locale: 'de_DE', value: 'shown' }]);
  await seedMedia(catalogue, { code: 'spare' });
  expect(await replace('shown', 'shown')).toEqual({
    code: 'validation-failed',
    errors: [{ path: ['with'], message: 'A file cannot be replaced by itself. Upload the new file first.' }],
  });
  expect(await replace('spare', 'manual')).toEqual({
    code: 'validation-failed',
    errors: [
      {
        path: ['with'],
        message: "'spare' is of type image/png; a file of type application/pdf cannot take its place.",
      },
    ],
  });
  expect(await replace('spare', 'shown')).toMatchObject({
    code: 'resource-in-use',
    usedBy: [{ code: 'TR-9' }],
  });
  expect(await replace('spare', 'nothing')).toMatchObject({ code: 'not-found' });
  expect(await replace('nothing', 'spare')).toMatchObject({ code: 'not-found' });
  await catalogue.execute(
    'mutation { updateMedia(ref: "shown", input: { filename: "other.png" }) { __typename } }',
  );
  expect(await replace('shown', 'spare', 1)).toMatchObject({ code: 'version-mismatch' });
  expect(await fileOf('spare')).toMatchObject({ filename: 'spare.png', version: 1 });
});

test('does not bring a file back after 30 days', async () => {
  await seedMedia(catalogue, { code: 'old' });
  await remove('old');
  await catalogue.database.owner.query(
    `UPDATE public.media SET deleted_at = now() - interval '30 days 1 minute' WHERE code = 'old'`,
  );
  expect(await restore('old')).toEqual({
    code: 'not-found',
    detail: "There is no deleted media file 'old'.",
  });
});

test('writes one event for each change', async () => {
  const { rows } = await catalogue.database.owner.query(
    `SELECT verb, version, changes FROM ledger.event WHERE resource = 'media' AND ref = 'lonely' ORDER BY sequence`,
  );
  expect(rows).toMatchObject([
    { verb: 'created', version: 1, changes: [] },
    {
      verb: 'updated',
      version: 2,
      changes: [
        { path: 'filename', old: 'lonely.png', new: 'Größe.png' },
        { path: 'labels', locale: 'en_US', new: 'Lonely shoe' },
        { path: 'alt', locale: 'de_DE', new: 'Ein Schuh' },
        { path: 'tags', old: [], new: ['b', 'a'] },
        { path: 'visibility', old: 'private', new: 'public' },
      ],
    },
    { verb: 'deleted', version: 3, changes: [] },
    { verb: 'restored', version: 4, changes: [] },
  ]);
});

test('a product that begins to show a file and the deletion of that file cannot both succeed', async () => {
  for (let round = 0; round < 10; round += 1) {
    const code = `raced_${round}`;
    await seedMedia(catalogue, { code });
    const [deleted, written] = await Promise.all([
      remove(code),
      write(`RACE-${round}`, [{ attribute: 'picture', locale: 'en_US', value: code }]),
    ]);
    const isDeleted = 'deletedId' in (deleted as object);
    const isWritten = (written as { outcome: string }).outcome === 'CREATED';
    expect([isDeleted, isWritten]).toEqual(isDeleted ? [true, false] : [false, true]);
  }
});

test('answers foreign files like missing ones and asks for the scope', async () => {
  const stranger = await catalogue.addOrganization('Other');
  const document = 'query ($ref: ID!) { media(ref: $ref) { code } mediaFiles { totalCount } }';
  const asked = await catalogue.execute(document, { ref: ids['Shoe-Front'] }, stranger);
  expect(asked.data).toEqual({ media: null, mediaFiles: { totalCount: 0 } });
  const { organizationId } = catalogue.owner;
  const reader = sessionOf(organizationId, 'owner', ['products:read']);
  const seen = await catalogue.execute(
    '{ product(ref: "TR-1") { image(locale: "en_US") { code label } } }',
    {},
    reader,
  );
  expect(seen).toEqual({ data: { product: { image: { code: 'Shoe-Front', label: '[Shoe-Front]' } } } });
  const refused = await catalogue.execute(
    '{ product(ref: "TR-1") { image(locale: "en_US") { code url publicUrl } } }',
    {},
    reader,
  );
  // What may be read of the picture stays.
  expect(refused.data).toEqual({ product: { image: { code: 'Shoe-Front', url: null, publicUrl: null } } });
  expect(refused.errors?.map(({ message }) => message)).toEqual(['Media.url needs the scope media:read.']);
});

test('signs the address of a file', async () => {
  const { data } = await catalogue.execute('{ media(ref: "manual") { url publicUrl sha256 } }');
  const { url, ...rest } = (data as { media: { url: string } }).media;
  expect(rest).toEqual({
    publicUrl: null,
    sha256: sha256Of(`${catalogue.owner.organizationId} manual`),
  });
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe(`/api/v1/media/${ids.manual}/content`);
  expect([...searchParams.keys()]).toEqual(['organization', 'expires', 'signature', 'v']);
});
