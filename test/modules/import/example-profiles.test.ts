// Risk: a profile for the files of shop systems, suppliers or another PIM reads them wrongly, or changes products when the
// same file comes again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertCategories } from '../../../src/modules/category/index.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { importTwice, seedShapeAttributes } from '../../support/import-shapes.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';
import { seedMedia } from '../../support/media.ts';

let bench: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  bench = await createImportHarnessWithCatalogue();
  await seedShapeAttributes(bench.catalogue);
  await seedConfiguration(bench.catalogue, upsertCategories, [{ code: 'lighting' }]);
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

test('a UnoPim product file: a row for each channel and locale, a model and its variants', async () => {
  const file = [
    'channel,locale,sku,status,type,parent,attribute_family,configurable_attributes,categories,up_sells,cross_sells,related_products,name,description,brand,color,size,weight,price (EUR),price (USD),image',
    'web,en_US,UN-1,true,configurable,,default,"color,size",lighting,,,,Robin,<p>A lamp</p>,Lumen,,,,,,robin_front.png',
    'web,de_DE,UN-1,true,configurable,,default,"color,size",lighting,,,,Rotkehlchen,,Lumen,,,,,,robin_front.png',
    'web,en_US,UN-1-R,true,simple,UN-1,default,,,,,,Robin,,,red,s,0.35,89.00,99.00,',
    'web,de_DE,UN-1-R,true,simple,UN-1,default,,,,,,Rotkehlchen,,,red,s,0.35,89.00,99.00,',
    'web,en_US,UN-2,false,simple,,default,,lighting,,,,Finch,,Lumen,blue,,1.2,149.00,,',
    'web,de_DE,UN-2,false,simple,,default,,lighting,,,,Fink,,Lumen,blue,,1.2,149.00,,',
    '',
  ].join('\n');
  const { job, cells } = await importTwice(bench, 'unopim-products', file, ['UN-1', 'UN-1-R', 'UN-2']);
  expect(job).toMatchObject({ created: 3 });
  expect(cells.get('UN-1')).toMatchObject({
    type: 'model',
    attribute_set: 'shop_products',
    'name-en_US': 'Robin',
    'name-de_DE': 'Rotkehlchen',
    'shop_text-en_US': '<p>A lamp</p>',
    brand: 'Lumen',
    categories: 'lighting',
    images: 'robin_front',
  });
  expect(cells.get('UN-1-R')).toMatchObject({
    type: 'variant',
    parent: 'UN-1',
    color: 'red',
    size: 's',
    weight: '0.35 KILOGRAM',
    'price-EUR': '89.00',
    'price-USD': '99.00',
  });
  expect(cells.get('UN-2')).toMatchObject({
    type: 'simple',
    'name-en_US': 'Finch',
    'name-de_DE': 'Fink',
    color: 'blue',
    'price-EUR': '149.00',
  });
});

test('a BMEcat 2005 catalogue: texts by language, features by name, the list price, and pictures', async () => {
  const product = (pid: string, details: string, more: string) =>
    `<PRODUCT mode="new"><SUPPLIER_PID type="supplier_specific">${pid}</SUPPLIER_PID><PRODUCT_DETAILS>${details}</PRODUCT_DETAILS>${more}</PRODUCT>`;
  const feature = (name: string, value: string, unit = '') =>
    `<FEATURE><FNAME>${name}</FNAME>${value}${unit && `<FUNIT>${unit}</FUNIT>`}</FEATURE>`;
  const file = `<?xml version="1.0" encoding="UTF-8"?>
<BMECAT version="2005" xmlns="http://www.bmecat.org/bmecat/2005">
<HEADER><CATALOG><LANGUAGE default="true">eng</LANGUAGE><CATALOG_ID>L1</CATALOG_ID></CATALOG></HEADER>
<T_NEW_CATALOG>
${product(
  'BM-1',
  `<DESCRIPTION_SHORT lang="eng">Robin</DESCRIPTION_SHORT><DESCRIPTION_SHORT lang="deu">Rotkehlchen</DESCRIPTION_SHORT>
   <DESCRIPTION_LONG lang="eng">A lamp &amp; a shade</DESCRIPTION_LONG>
   <INTERNATIONAL_PID type="gtin">4006381333955</INTERNATIONAL_PID><MANUFACTURER_NAME>Lumen</MANUFACTURER_NAME>
   <KEYWORD lang="eng">wall</KEYWORD><KEYWORD lang="eng">new</KEYWORD>`,
  `<PRODUCT_FEATURES><REFERENCE_FEATURE_SYSTEM_NAME>ETIM-9.0</REFERENCE_FEATURE_SYSTEM_NAME>
   ${feature('Colour', '<FVALUE>red</FVALUE>')}${feature('Weight', '<FVALUE>350</FVALUE>', 'GRM')}
   ${feature('Material', '<FVALUE>wood</FVALUE><FVALUE>steel</FVALUE>')}</PRODUCT_FEATURES>
   <PRODUCT_ORDER_DETAILS><ORDER_UNIT>C62</ORDER_UNIT></PRODUCT_ORDER_DETAILS>
   <PRODUCT_PRICE_DETAILS>
     <PRODUCT_PRICE price_type="net_customer"><PRICE_AMOUNT>70.00</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></PRODUCT_PRICE>
     <PRODUCT_PRICE price_type="net_list"><PRICE_AMOUNT>89.00</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY></PRODUCT_PRICE>
   </PRODUCT_PRICE_DETAILS>
   <MIME_INFO><MIME><MIME_TYPE>image/png</MIME_TYPE><MIME_SOURCE>robin_front.png</MIME_SOURCE></MIME></MIME_INFO>`,
)}
${product(
  'BM-2',
  '<DESCRIPTION_SHORT lang="eng">Finch</DESCRIPTION_SHORT>',
  `<PRODUCT_FEATURES>${feature('Weight', '<FVALUE>1.2</FVALUE>', 'KGM')}${feature('Colour', '<FVALUE>blue</FVALUE>')}</PRODUCT_FEATURES>
   <PRODUCT_PRICE_DETAILS><PRODUCT_PRICE price_type="net_list"><PRICE_AMOUNT>149.00</PRICE_AMOUNT><PRICE_CURRENCY>CHF</PRICE_CURRENCY></PRODUCT_PRICE></PRODUCT_PRICE_DETAILS>`,
)}
</T_NEW_CATALOG></BMECAT>`;
  const { job, cells } = await importTwice(bench, 'bmecat-2005-products', file, ['BM-1', 'BM-2']);
  expect(job).toMatchObject({ total: 2, created: 2 });
  expect(cells.get('BM-1')).toMatchObject({
    type: 'simple',
    'name-en_US': 'Robin',
    'name-de_DE': 'Rotkehlchen',
    ean: '4006381333955',
    brand: 'Lumen',
    color: 'red',
    materials: 'wood,steel',
    weight: '350 GRAM',
    'price-EUR': '89.00',
    images: 'robin_front',
  });
  expect(cells.get('BM-2')).toMatchObject({ 'name-en_US': 'Finch', color: 'blue', weight: '1.2 KILOGRAM' });
  expect(cells.get('BM-2')).not.toHaveProperty('price-EUR');
});

test('an ETIM xChange 2 catalogue: features and values by their codes, descriptions by language, the first price', async () => {
  const file = JSON.stringify({
    CatalogueId: 'L1',
    CurrencyCode: 'EUR',
    Supplier: [
      {
        SupplierName: 'Lumen',
        Product: [
          {
            ProductIdentification: {
              ManufacturerName: 'Lumen',
              ManufacturerProductNumber: 'ET-1',
              ProductGtin: ['4006381333948'],
              BrandName: 'Lumen',
            },
            ProductDetails: {
              ProductDescriptions: [
                {
                  DescriptionLanguage: 'en-GB',
                  MinimalProductDescription: 'Robin',
                  ProductMarketingText: 'A lamp',
                  ProductKeyword: ['wall', 'new'],
                },
                { DescriptionLanguage: 'de-DE', MinimalProductDescription: 'Rotkehlchen' },
              ],
            },
            EtimClassification: [
              {
                EtimReleaseVersion: '9.0',
                EtimClassCode: 'EC002892',
                EtimFeatures: [
                  { EtimFeatureCode: 'EF000007', EtimValueCode: 'EV000236' },
                  { EtimFeatureCode: 'EF000167', EtimValueNumeric: 0.35 },
                  { EtimFeatureCode: 'EF000009', EtimValueLogical: true },
                ],
              },
            ],
            ProductAttachments: [
              { AttachmentType: 'ATX015', AttachmentDetails: [{ AttachmentFilename: 'robin_front.png' }] },
            ],
            TradeItem: [
              { ItemIdentification: { SupplierItemNumber: '1' }, Pricing: [{ GrossListPrice: 89 }] },
            ],
          },
          {
            ProductIdentification: { ManufacturerProductNumber: 'ET-2', BrandName: 'Lumen' },
            ProductDetails: {
              ProductDescriptions: [{ DescriptionLanguage: 'en-GB', MinimalProductDescription: 'Finch' }],
            },
            EtimClassification: [
              { EtimFeatures: [{ EtimFeatureCode: 'EF002169', EtimValueCode: 'EV000139' }] },
            ],
          },
        ],
      },
    ],
  });
  const { job, cells } = await importTwice(bench, 'etim-xchange-2-products', file, ['ET-1', 'ET-2']);
  expect(job).toMatchObject({ total: 2, created: 2 });
  expect(cells.get('ET-1')).toMatchObject({
    'name-en_US': 'Robin',
    'name-de_DE': 'Rotkehlchen',
    ean: '4006381333948',
    brand: 'Lumen',
    color: 'red',
    weight: '0.35 KILOGRAM',
    'price-EUR': '89',
    images: 'robin_front',
  });
  expect(cells.get('ET-2')).toMatchObject({ 'name-en_US': 'Finch', materials: 'steel' });
  expect(cells.get('ET-2')).not.toHaveProperty('color');
});
