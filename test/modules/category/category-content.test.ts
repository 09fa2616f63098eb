// Risk: a front end shows a text in another language, a slug that is no URL, or a picture that is gone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seedMedia } from '../../support/media.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

test('content is written by locale, with one change for each text, and keeps its image from being deleted', async () => {
  await seedConfiguration(catalogue, upsertCategories, [{ code: 'offers' }]);
  await seedMedia(catalogue, { code: 'Banner' });
  await seedMedia(catalogue, { code: 'manual', mimeType: 'application/pdf' });
  const CONTENT = `descriptions { locale text } image { code } slugs { locale text }
    seoTitles { locale text } seoDescriptions { locale text }`;
  const update = async (input: object) => {
    const { data, errors } = await catalogue.execute(
      `mutation ($input: UpdateCategoryInput!) { updateCategory(code: "offers", input: $input) {
        ... on CategoryPayload { outcome category { ${CONTENT} } }
        ... on ValidationFailed { errors { code path message suggestions } } } }`,
      { input },
    );
    expect(errors).toBeUndefined();
    return data?.updateCategory;
  };
  const en = (text: string | null) => [{ locale: 'en_US', text }];
  const refused = await update({
    image: 'manual',
    slugs: [...en('Big Sale!'), { locale: 'fr_FR', text: '!' }],
    seoDescriptions: en('x'.repeat(1001)),
  });
  expect(refused).toEqual({
    errors: [
      {
        code: 'invalid-format',
        path: ['slugs', 'en_US'],
        message:
          "A slug has lower-case letters, digits and single hyphens, up to 100 characters: 'big-sale'.",
        suggestions: ['big-sale'],
      },
      {
        code: 'invalid-format',
        path: ['slugs', 'fr_FR'],
        message: 'A slug has lower-case letters, digits and single hyphens, up to 100 characters.',
        suggestions: [],
      },
      expect.objectContaining({ code: 'too-long', path: ['seoDescriptions', 'en_US'] }),
      {
        code: 'value-not-allowed',
        path: ['image'],
        message: "The file 'manual' is of type application/pdf; an image is needed.",
        suggestions: [],
      },
    ],
  });
  expect(await update({ image: 'bannr' })).toEqual({
    errors: [expect.objectContaining({ code: 'media-not-found', path: ['image'] })],
  });
  const content = {
    descriptions: [{ locale: 'de_DE', text: '<p>Alles günstig</p>' }, ...en('<p>All cheap</p>')],
    slugs: en('big-sale'),
    seoTitles: en('Big sale'),
    seoDescriptions: en('Cheap things'),
  };
  const stored = { ...content, image: { code: 'Banner' } };
  expect(await update({ ...content, image: 'BANNER' })).toEqual({ outcome: 'UPDATED', category: stored });
  expect(await update({ ...content, image: 'banner' })).toEqual({ outcome: 'UNCHANGED', category: stored });
  expect(await update({ descriptions: en(null), seoTitles: null })).toEqual({
    outcome: 'UPDATED',
    category: { ...stored, descriptions: [content.descriptions[0]], seoTitles: [] },
  });
  const { rows } = await catalogue.database.owner.query(
    `SELECT changes FROM ledger.event WHERE organization_id = $1 ORDER BY sequence DESC LIMIT 1`,
    [catalogue.owner.organizationId],
  );
  const cleared = (path: string, old: string) => ({ path, channel: null, locale: 'en_US', old, new: null });
  expect(rows[0].changes).toEqual([
    cleared('descriptions', '<p>All cheap</p>'),
    cleared('seo_titles', 'Big sale'),
  ]);
  const used = await catalogue.execute(
    'mutation { deleteMedia(ref: "banner") { ... on Conflict { code usedBy { type code } } } }',
  );
  expect(used.data).toEqual({
    deleteMedia: { code: 'resource-in-use', usedBy: [{ type: 'Category', code: 'offers' }] },
  });
});
