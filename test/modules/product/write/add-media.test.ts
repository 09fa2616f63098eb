// Risk: a file is there without its bytes or the other way round, or a product shows what was refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertAttributes } from '../../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../../src/modules/attribute-set/index.ts';
import { contentKey } from '../../../../src/modules/media/index.ts';
import { seedProducts, simpleProduct } from '../../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../../support/clothing-catalogue.ts';
import { pngOf, sha256Of } from '../../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'photo', type: 'media', validation: { minWidth: 100 } },
    { code: 'banner', type: 'media', localizable: true, scopable: true },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'pictured', attributes: ['name', 'photo', 'banner'].map((code) => ({ code })) },
  ]);
  await seedProducts(catalogue, [simpleProduct('CAP', { attributeSet: 'pictured' })]);
});
beforeEach(() => catalogue.storage.objects.clear());
afterAll(() => catalogue.close());

const ADD = `mutation ($input: AddMediaInput!, $dryRun: Boolean! = false) { addMedia(input: $input, dryRun: $dryRun) {
  __typename
  ... on AddMediaPayload { outcome dryRun
    media { id code filename mimeType width height labels { locale text } alt { locale text } }
    attachedTo }
  ... on Problem { code errors { code path attribute } }
} }`;

async function add(input: object, dryRun = false, session = catalogue.owner) {
  const { data, errors } = await catalogue.execute(ADD, { input, dryRun }, session);
  if (errors !== undefined) throw Object.assign(new Error('refused'), { errors });
  return data?.addMedia;
}
const keyOf = (bytes: Buffer) => contentKey(catalogue.owner.organizationId, sha256Of(bytes));
const kept = () => [...catalogue.storage.objects.keys()];

async function shownBy(sku: string): Promise<unknown> {
  const document = `{ product(ref: "${sku}") { version data(form: CELLS, attributes: ["photo", "banner"]) } }`;
  return (await catalogue.execute(document)).data?.product;
}

async function versionOf(sku: string): Promise<unknown> {
  const { data } = await catalogue.execute(
    `{ product(ref: "${sku}") { version } mediaFiles { totalCount } }`,
  );
  return data;
}

test('takes a file in with its words, its type found by looking at it, and keeps its bytes', async () => {
  const png = pngOf(800, 600, 'front');
  expect(
    await add({
      base64: png.toString('base64'),
      filename: 'Front view.PNG',
      labels: [{ locale: 'en_US', text: 'Front' }],
      alt: [
        { locale: 'en_US', text: 'A cap from the front' },
        { locale: 'de_DE', text: '' },
      ],
    }),
  ).toEqual({
    __typename: 'AddMediaPayload',
    outcome: 'CREATED',
    dryRun: false,
    media: {
      id: expect.stringMatching(/^med_/),
      code: 'front-view',
      filename: 'Front view.PNG',
      mimeType: 'image/png',
      width: 800,
      height: 600,
      labels: [{ locale: 'en_US', text: 'Front' }],
      alt: [{ locale: 'en_US', text: 'A cap from the front' }],
    },
    attachedTo: null,
  });
  expect(catalogue.storage.objects).toEqual(new Map([[keyOf(png), png]]));
});

test('lets a product show the file in the same transaction', async () => {
  const png = pngOf(800, 600, 'banner');
  const answer = await add({
    base64: png.toString('base64'),
    filename: 'banner.png',
    code: 'CAP-banner',
    attachTo: { ref: 'cap', attribute: 'banner', channel: 'web', locale: 'de_DE' },
  });
  expect(answer).toMatchObject({
    media: { code: 'CAP-banner' },
    attachedTo: 'CAP',
  });
  expect(await shownBy('CAP')).toEqual({
    version: 2,
    data: { banner: [{ channel: 'web', locale: 'de_DE', value: 'CAP-banner' }] },
  });
});

test('gives the file that has the content, leaves its words, and attaches it all the same', async () => {
  const png = pngOf(800, 600, 'twice');
  const file = { base64: png.toString('base64'), filename: 'twice.png' };
  await add(file);
  expect(
    await add({
      ...file,
      filename: 'other.png',
      labels: [{ locale: 'en_US', text: 'Other' }],
      attachTo: { ref: 'CAP', attribute: 'photo' },
    }),
  ).toMatchObject({
    outcome: 'UNCHANGED',
    media: { code: 'twice', filename: 'twice.png', labels: [] },
    attachedTo: 'CAP',
  });
  expect(await shownBy('CAP')).toMatchObject({ data: { photo: [{ value: 'twice' }] } });
});

test('leaves neither row nor bytes of a file that the product refuses', async () => {
  const before = await versionOf('CAP');
  const file = { base64: pngOf(50, 50, 'small').toString('base64'), filename: 'small.png' };
  const to = (target: object) => ({ ...file, attachTo: { ref: 'CAP', attribute: 'photo', ...target } });
  expect(await add(to({}))).toMatchObject({
    __typename: 'ValidationFailed',
    errors: [{ code: 'image-too-small', path: ['attachTo', 'attribute'], attribute: 'photo' }],
  });
  expect(await add(to({ attribute: 'name', locale: 'en_US', channel: 'web' }))).toMatchObject({
    __typename: 'ValidationFailed',
  });
  expect(await add(to({ ref: 'NONE' }))).toMatchObject({ __typename: 'NotFound', code: 'not-found' });
  expect(await versionOf('CAP')).toEqual(before);
  expect(kept()).toEqual([]);
});

test('tries it without a trace', async () => {
  const before = await versionOf('CAP');
  const input = {
    base64: pngOf(300, 300, 'trial').toString('base64'),
    filename: 'trial.png',
    attachTo: { ref: 'CAP', attribute: 'photo' },
  };
  expect(await add(input, true)).toMatchObject({
    dryRun: true,
    media: { id: expect.stringMatching(/^dry_med_/), code: 'trial' },
    attachedTo: 'CAP',
  });
  expect(await versionOf('CAP')).toEqual(before);
  expect({ kept: kept(), staged: catalogue.storage.staged() }).toEqual({ kept: [], staged: 0 });
});

test('refuses what is no base64, empty or too large', async () => {
  const refusals = [
    ['', 'required'],
    ['data:image/png;base64,AAAA', 'invalid-format'],
    ['AAA', 'invalid-format'],
    ['AA_-', 'invalid-format'],
    ['A'.repeat(1_000_004), 'file-too-large'],
  ] as const;
  for (const [base64, code] of refusals)
    expect(await add({ base64, filename: 'a.png' })).toMatchObject({ errors: [{ code, path: ['base64'] }] });
  expect(await add({ base64: 'AAAA', filename: '/' })).toMatchObject({
    errors: [{ code: 'required', path: ['filename'] }],
  });
  expect(kept()).toEqual([]);
});

test('needs media:write, and products:write as well to attach', async () => {
  const { organizationId } = catalogue.owner;
  const png = pngOf(200, 200, 'scope').toString('base64');
  const file = { base64: png, filename: 'scope.png' };
  const attached = { ...file, attachTo: { ref: 'CAP', attribute: 'photo' } };
  const uploader = sessionOf(organizationId, 'owner', ['media:write', 'media:read']);
  await expect(add(attached, false, uploader)).rejects.toMatchObject({
    errors: [{ message: 'Attaching a file to a product needs the scope products:write.' }],
  });
  expect(kept()).toEqual([]);
  expect(await add(file, true, uploader)).toMatchObject({ outcome: 'CREATED' });
  const editor = sessionOf(organizationId, 'owner', ['products:write']);
  await expect(add(file, false, editor)).rejects.toThrow('refused');
});

test('has one effect when it is sent twice with the same key', async () => {
  const input = { base64: pngOf(200, 200, 'again').toString('base64'), filename: 'again.png' };
  const document = `mutation ($input: AddMediaInput!) { addMedia(input: $input, idempotencyKey: "k") {
    ... on AddMediaPayload { outcome media { code } } } }`;
  const first = await catalogue.execute(document, { input });
  expect(await catalogue.execute(document, { input })).toEqual(first);
  expect(first.data?.addMedia).toEqual({ outcome: 'CREATED', media: { code: 'again' } });
});
