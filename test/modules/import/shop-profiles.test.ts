// Risk: a profile for the files of a shop system reads them wrongly, or changes products when the same file comes again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTwice, seedShapeAttributes } from '../../support/import-shapes.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedShapeAttributes(bench.catalogue);
  for (const code of ['robin_front', 'robin_back'])
    await seedMedia(bench.catalogue, { code, filename: `${code}.png` });
});
afterAll(() => bench.close());

test('a Shopify product file: a product in several rows, pictures in rows of their own, and one without options', async () => {
  const file = [
    'Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Price,Variant Barcode,Image Src,Status',
    'robin,Robin,<p>A lamp</p>,Lumen,"new, wall",Color,Red,Size,S,RO-R-S,350,89.00,\'4006381333931,robin_front.png,active',
    'robin,,,,,,Blue,,S,RO-B-S,360,95.00,,robin_back.png,',
    'robin,,,,,,Blue,,M,RO-B-M,0,97.00,,,',
    'robin,,,,,,,,,,,,,robin_back.png,',
    'finch,Finch,,Lumen,,Title,Default Title,,,FI-1,900,149.00,,,active',
    '',
  ].join('\n');
  const skus = ['robin', 'RO-R-S', 'RO-B-S', 'RO-B-M', 'FI-1'];
  const { job, cells } = await importTwice(bench, 'shopify-products', file, skus);
  expect(job).toMatchObject({ total: 5, created: 5 });
  expect(cells.get('robin')).toMatchObject({
    type: 'model',
    attribute_set: 'shop_products',
    'name-en_US': 'Robin',
    'shop_text-en_US': '<p>A lamp</p>',
    brand: 'Lumen',
    images: 'robin_front,robin_back',
  });
  expect(cells.get('RO-R-S')).toMatchObject({
    parent: 'robin',
    color: 'red',
    size: 's',
    ean: '4006381333931',
    weight: '350 GRAM',
    'price-EUR': '89.00',
  });
  expect(cells.get('RO-B-S')).toMatchObject({
    parent: 'robin',
    color: 'blue',
    size: 's',
    'price-EUR': '95.00',
  });
  expect(cells.get('RO-B-M')).toMatchObject({ parent: 'robin', color: 'blue', size: 'm' });
  expect(cells.get('RO-B-M')).not.toHaveProperty('weight');
  expect(cells.get('FI-1')).toMatchObject({
    type: 'simple',
    parent: '',
    'name-en_US': 'Finch',
    'price-EUR': '149.00',
  });
});

test('a WooCommerce product file: parents, variations below them, and a product without', async () => {
  const file = [
    'Type,SKU,Name,Description,Regular price,Tags,Images,Parent,Weight (kg),Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Brands',
    'variable,WREN,Wren,A lamp\\nwith a shade,,"new, wall",robin_front.png,,,Color,"Red, Blue",Size,"S, M",Lumen',
    'variation,WREN-R-S,"Wren - Red, S",,89.00,,,WREN,0.35,Color,Red,Size,S,',
    'variation,WREN-B-M,"Wren - Blue, M",,95.00,,,WREN,,Color,Blue,Size,M,',
    'simple,TIT,Tit,,149.00,,,,1.2,Color,Red,,,Lumen',
    '',
  ].join('\n');
  const { job, cells } = await importTwice(bench, 'woocommerce-products', file, [
    'WREN',
    'WREN-R-S',
    'WREN-B-M',
    'TIT',
  ]);
  expect(job).toMatchObject({ total: 4, created: 4 });
  expect(cells.get('WREN')).toMatchObject({
    type: 'model',
    'name-en_US': 'Wren',
    'shop_text-en_US': 'A lamp\nwith a shade',
    brand: 'Lumen',
    images: 'robin_front',
  });
  expect(cells.get('WREN')).not.toHaveProperty('color');
  expect(cells.get('WREN-R-S')).toMatchObject({
    type: 'variant',
    parent: 'WREN',
    color: 'red',
    size: 's',
    weight: '0.35 KILOGRAM',
    'price-EUR': '89.00',
  });
  expect(cells.get('WREN-B-M')).toMatchObject({
    parent: 'WREN',
    color: 'blue',
    size: 'm',
    'price-EUR': '95.00',
  });
  expect(cells.get('TIT')).toMatchObject({
    type: 'simple',
    color: 'red',
    weight: '1.2 KILOGRAM',
    brand: 'Lumen',
  });
});
