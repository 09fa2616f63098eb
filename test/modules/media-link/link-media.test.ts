// Risk: a picture lands on another product than its name means, replaces one that was to stay, or is lost unreported.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { type LinkMediaInput, linkMedia } from '../../../src/modules/media-link/link-media.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';
import { seededRandom } from '../../support/seeded-random.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'photos', type: 'media_list' },
    { code: 'front', type: 'media' },
    { code: 'manual', type: 'media', localizable: true },
    { code: 'drawing', type: 'media', validation: { mimeTypes: ['application/pdf'] } },
    { code: 'gtin', type: 'text', unique: true },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'accessories',
      attributes: ['name', 'photos', 'front', 'manual', 'drawing', 'gtin'].map((code) => ({ code })),
    },
  ]);
  await seedProducts(catalogue, [
    simpleProduct('A_1', {
      values: [cellWrite('gtin', '4711')],
      externalRefs: [{ system: 'erp', id: '7-7' }],
    }),
    simpleProduct('A', { values: [cellWrite('gtin', '4712')] }),
    simpleProduct('B', {}),
  ]);
});
afterAll(() => catalogue?.close());

let files = 0;
async function upload(...filenames: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  for (const filename of filenames) {
    files += 1;
    codes.push(`file-${files}`);
    await seedMedia(catalogue, { code: `file-${files}`, filename });
  }
  return codes;
}

let requests = 0;
const sessionOfNext = (): Session => {
  requests += 1;
  return { ...catalogue.owner, requestId: `link-${requests}` };
};
const inputOf = (input: Partial<LinkMediaInput>): LinkMediaInput => ({
  files: [],
  patterns: ['{sku}_{position}', '{sku}'],
  attribute: 'photos',
  channel: null,
  locale: null,
  existing: 'keep',
  ...input,
});
const link = async (input: Partial<LinkMediaInput>, session = sessionOfNext()) =>
  (await catalogue.runner.write(session, linkMedia, inputOf(input))).output;
const outcomes = ({ files: linked }: Awaited<ReturnType<typeof link>>) =>
  linked.map(({ filename, outcome, sku }) => `${filename} ${outcome}${sku === null ? '' : ` ${sku}`}`);

const valuesOf = async (attribute: string): Promise<Record<string, unknown>> => {
  const { rows } = await catalogue.database.owner.query<{ sku: string; cells: { value: unknown }[] | null }>(
    `SELECT sku, "values" -> $1 AS cells FROM public.product WHERE deleted_at IS NULL ORDER BY sku`,
    [attribute],
  );
  return Object.fromEntries(rows.flatMap(({ sku, cells }) => (cells ? [[sku, cells[0]?.value]] : [])));
};
const undo = (session: Session) =>
  catalogue.runner.write(sessionOfNext(), revertChanges, {
    selection: { requestId: session.requestId },
    onConflict: 'skip',
    webhooks: 'each',
    dryRun: false,
  });

test('files go to the products that their names lead to, in the order of their positions, and back', async () => {
  const [second, first, other, unknown, shapeless] = await upload(
    'A_10.jpg',
    'a_2.jpg',
    'A_1.jpg',
    'Z_1.jpg',
    '.jpg',
  );
  const request = { files: [second, first, other, unknown, shapeless] as string[] };
  const session = sessionOfNext();
  const trial = await catalogue.runner.dryRun(session, linkMedia, inputOf(request));
  expect(trial.output.products).toBe(1);
  await trial.end();
  expect(await valuesOf('photos')).toEqual({});
  const result = await link(request, session);
  // A product A exists, so A_1 is its first picture and not the only one of the product A_1.
  expect(outcomes(result)).toEqual([
    'A_10.jpg linked A',
    'a_2.jpg linked A',
    'A_1.jpg linked A',
    'Z_1.jpg unknown',
    '.jpg unknown',
  ]);
  expect(result.products).toBe(1);
  expect(await valuesOf('photos')).toEqual({ A: [other, first, second] });
  const [third] = await upload('A_3.jpg');
  await link({ files: [third ?? ''] });
  expect(await valuesOf('photos')).toEqual({ A: [other, first, second, third] });
  expect(outcomes(await link({ files: [third ?? ''] }))).toEqual(['A_3.jpg unchanged A']);
  await link({ files: [third ?? ''], existing: 'replace' });
  expect(await valuesOf('photos')).toEqual({ A: [third] });
  await link({ files: [other ?? ''], patterns: ['{sku}'] });
  expect(await valuesOf('photos')).toEqual({ A: [third], A_1: [other] });
});

test('a value with one file gets the one of the lowest position, keeps what it has, and can be undone', async () => {
  const [low, high, one, other] = await upload('B_1.jpg', 'B_2.jpg', 'B_x.jpg', 'B_y.jpg');
  const session = sessionOfNext();
  const [plain] = await upload('B.jpg');
  const result = await link({ files: [plain, high, low] as string[], attribute: 'front' }, session);
  expect(outcomes(result)).toEqual(['B.jpg ambiguous B', 'B_2.jpg ambiguous B', 'B_1.jpg linked B']);
  expect(await valuesOf('front')).toEqual({ B: low });
  expect(outcomes(await link({ files: [high ?? ''], attribute: 'front' }))).toEqual(['B_2.jpg unchanged B']);
  expect(
    outcomes(await link({ files: [one, other] as string[], attribute: 'front', patterns: ['{sku}_*'] })),
  ).toEqual(['B_x.jpg ambiguous B', 'B_y.jpg ambiguous B']);
  expect(await valuesOf('front')).toEqual({ B: low });
  await undo(session);
  expect(await valuesOf('front')).toEqual({});
});

test('names identify products by unique attributes and external ids, and name attributes and locales', async () => {
  const [front, manual, drawing, strange] = await upload(
    '4711 front.jpg',
    '7-7-manual-de-DE.pdf',
    'B drawing.png',
    '4711 name.jpg',
  );
  const result = await link({
    files: [front, manual, drawing, strange] as string[],
    attribute: null,
    patterns: ['{gtin} {attribute}', '{ext:erp}-{attribute}-{locale}', '{sku} {attribute}'],
  });
  expect(outcomes(result)).toEqual([
    '4711 front.jpg linked A_1',
    '7-7-manual-de-DE.pdf linked A_1',
    'B drawing.png rejected B',
    '4711 name.jpg unknown',
  ]);
  expect(result.files[2]?.message).toMatchObject({ key: expect.any(String) });
  expect(await valuesOf('manual')).toEqual({ A_1: manual });
  expect(await valuesOf('front')).toEqual({ A_1: front });
});

test('each value of a product has an outcome of its own', async () => {
  await seedProducts(catalogue, [simpleProduct('C', {})]);
  const [kept] = await upload('C_front.jpg');
  await link({ files: [kept ?? ''], attribute: 'front', patterns: ['{sku}_front'] });
  const [front, photo, more, drawing] = await upload(
    'C_front-2.jpg',
    'C_photos.jpg',
    'C_photos-2.jpg',
    'C_drawing.png',
  );
  const named = { attribute: null, patterns: ['{sku}_{attribute}*'] };
  expect(outcomes(await link({ files: [front, photo, drawing] as string[], ...named }))).toEqual([
    'C_front-2.jpg unchanged C',
    'C_photos.jpg linked C',
    'C_drawing.png rejected C',
  ]);
  expect(outcomes(await link({ files: [photo, more] as string[], ...named }))).toEqual([
    'C_photos.jpg unchanged C',
    'C_photos-2.jpg linked C',
  ]);
  expect([(await valuesOf('front')).C, (await valuesOf('photos')).C]).toEqual([kept, [photo, more]]);
  await expect(link({ files: [front ?? ''], ...named, locale: 'xx_XX' })).rejects.toMatchObject({
    errors: [{ path: ['locale'] }],
  });
});

test('what is wrong with a request is named, and nothing is linked', async () => {
  const { data } = await catalogue.execute(
    `mutation { linkMedia(input: { files: ["file-1", "gone"], patterns: ["{sku}"], attribute: "photos" }) {
       __typename ... on ValidationFailed { errors { code path } } } }`,
  );
  expect(data?.linkMedia).toEqual({
    __typename: 'ValidationFailed',
    errors: [{ code: 'reference-not-found', path: ['files', '1'] }],
  });
  for (const [input, errors] of [
    [{ patterns: [] }, [{ code: 'too-few-items', path: ['patterns'] }]],
    [{ patterns: ['{sku}', '{name}'] }, [{ code: 'invalid-format', path: ['patterns', '1'] }]],
    [{ attribute: 'name' }, [{ code: 'value-not-allowed', path: ['attribute'] }]],
    [{ attribute: null }, [{ code: 'required', path: ['attribute'] }]],
    [{ locale: 'xx_XX' }, [{ code: 'reference-not-found', path: ['locale'] }]],
  ] as const)
    await expect(link({ files: ['file-1'], ...(input as object) })).rejects.toMatchObject({ errors });
});

test('a file of another organization looks like a missing one, and rights are required', async () => {
  const stranger = await catalogue.addOrganization('Other');
  await expect(link({ files: ['file-1'] }, stranger)).rejects.toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining({ code: 'attribute-not-found' })]),
  });
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['media:read', 'products:read']);
  await expect(link({ files: ['file-1'] }, reader)).rejects.toMatchObject({ code: 'insufficient-scope' });
});

test('random names are linked as a plain reading of them says', async () => {
  const random = seededRandom();
  const skus = ['K', 'K_2', 'K-2', 'k2x', '2'];
  await seedProducts(
    catalogue,
    skus.map((sku) => simpleProduct(sku, {})),
  );
  const names = Array.from(
    { length: 60 },
    () =>
      `${random.pick([...skus, 'Q'])}${random.pick(['_', '-', ''])}${random.pick(['', '1', '2', '03'])}.png`,
  );
  const codes = await upload(...names);
  const expected = new Map<string, { code: string; position: number; name: string }[]>();
  for (const [index, name] of names.entries()) {
    const stem = name.slice(0, -4);
    const cut = stem.lastIndexOf('_');
    const [head, tail] = [stem.slice(0, cut), stem.slice(cut + 1)];
    const bySku = (text: string) => skus.find((sku) => sku.toLowerCase() === text.toLowerCase());
    const positioned = cut > 0 && /^[0-9]+$/.test(tail) ? bySku(head) : undefined;
    const sku = positioned ?? bySku(stem);
    if (sku === undefined) continue;
    const position = positioned === undefined ? Number.POSITIVE_INFINITY : Number(tail);
    expected.set(sku, [...(expected.get(sku) ?? []), { code: codes[index] ?? '', position, name }]);
  }
  const before = await valuesOf('photos');
  await link({ files: random.shuffle(codes) });
  const collator = new Intl.Collator('en', { numeric: true });
  const photos = await valuesOf('photos');
  for (const sku of skus) {
    const sorted = (expected.get(sku) ?? []).toSorted(
      (a, b) => (a.position === b.position ? 0 : a.position - b.position) || collator.compare(a.name, b.name),
    );
    // Files of one name stand in any order.
    const namesOf = (list: readonly string[]) => list.map((code) => names[codes.indexOf(code)]);
    expect([sku, namesOf((photos[sku] as string[] | undefined) ?? [])]).toEqual([
      sku,
      sorted.map(({ name }) => name),
    ]);
  }
  expect(photos.A).toEqual(before.A);
});
