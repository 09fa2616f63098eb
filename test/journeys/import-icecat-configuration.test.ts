// Risk: settings, attributes, families or categories of a real catalogue are lost or changed on their way in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folder, type IcecatJourney, isThere, openIcecatJourney, readAll } from './icecat.ts';
import { type FileRow, list, readRows } from './icecat-files.ts';

// Whether it may be missing is said by the test of the products.
describe.skipIf(!isThere)('importing the icecat catalogue carries over', () => {
  let journey: IcecatJourney;
  beforeAll(async () => {
    journey = await openIcecatJourney();
    await journey.importFolder();
  }, 180_000);
  afterAll(() => journey?.close());

  const read = <Node extends { readonly code: string }>(field: string, selection: string) =>
    readAll<Node>(journey.catalogue, field, `code ${selection}`);
  const byCode = (a: { code?: unknown }, b: { code?: unknown }) => (String(a.code) < String(b.code) ? -1 : 1);
  const sorted = <Node extends { readonly code?: unknown }>(nodes: readonly Node[]) => nodes.toSorted(byCode);
  const LABELS = 'labels { locale text }';
  const labelsOf = (row: FileRow) =>
    [...row]
      .filter(([column, text]) => column.startsWith('label-') && text !== '')
      .map(([column, text]) => ({ locale: column.slice('label-'.length), text }))
      .toSorted((a, b) => (a.locale < b.locale ? -1 : 1));
  const textOf = (row: FileRow, column: string) => row.get(column) || null;
  const reference = (row: FileRow, column: string) => {
    const code = textOf(row, column);
    return code === null ? null : { code };
  };
  const withoutSku = (cell: string | undefined) => list(cell).filter((code) => code !== 'sku');
  const codesIn = (rows: readonly FileRow[]) => rows.map((row) => row.get('code') ?? '');

  test('the locales, those of the channels enabled, with names of their own', async () => {
    const used = new Set(readRows(folder, 'channels').flatMap((row) => list(row.get('locales'))));
    const locales = await read<{ code: string; enabled: boolean; label: string }>('locales', 'enabled label');
    const codes = new Set(codesIn(readRows(folder, 'locales')));
    const imported = locales.filter(({ code }) => codes.has(code));
    expect(imported).toHaveLength(210);
    expect(
      locales
        .filter(({ enabled }) => enabled)
        .map(({ code }) => code)
        .sort(),
    ).toEqual([...used].sort());
    expect(imported.filter(({ code, label }) => label === '' || label === `[${code}]`)).toEqual([]);
    expect(locales.find(({ code }) => code === 'de_DE')?.label).toBe('German (Germany)');
  });

  test('the currencies, those that are activated enabled', async () => {
    const rows = readRows(folder, 'currencies');
    const currencies = await read<{ code: string; enabled: boolean }>('currencies', 'enabled');
    const codes = new Set(codesIn(rows));
    expect(sorted(currencies.filter(({ code }) => codes.has(code)))).toEqual(
      sorted(rows.map((row) => ({ code: row.get('code'), enabled: row.get('activated') === '1' }))),
    );
    expect(rows).toHaveLength(294);
    const enabled = currencies.filter((currency) => currency.enabled);
    expect(sorted(enabled).map(({ code }) => code)).toEqual(['EUR', 'USD']);
  });

  test('the channels with their locales, currencies and tree, without guard', async () => {
    const answered = await readAll(
      journey.catalogue,
      'channels',
      `code ${LABELS} locales { code } currencies { code } categoryRoot { code } publishGuard active`,
    );
    const expected = readRows(folder, 'channels').map((row) => ({
      code: row.get('code'),
      labels: labelsOf(row),
      locales: list(row.get('locales')).map((code) => ({ code })),
      currencies: list(row.get('currencies')).map((code) => ({ code })),
      categoryRoot: reference(row, 'tree'),
      publishGuard: 'NONE',
      active: true,
    }));
    expect(answered).toEqual(sorted(expected));
    expect(answered).toHaveLength(3);
  });

  test('the attribute groups with their places', async () => {
    const answered = await read('attributeGroups', `${LABELS} sortOrder`);
    const expected = readRows(folder, 'attribute_groups').map((row) => ({
      code: row.get('code'),
      labels: labelsOf(row),
      sortOrder: Number(row.get('sort_order')),
    }));
    expect(sorted(answered)).toEqual(sorted(expected));
    expect(answered).toHaveLength(11);
  });

  test('the attributes with type, group, place and rules, the SKU left out', async () => {
    const answered = await read(
      'attributes',
      `type ${LABELS} group { code } sortOrder localizable scopable unique filterable readOnly availableLocales
       optionSet { code } measurementFamily { code } defaultUnit defaultValue
       validation { mimeTypes extensions maxSize decimalPlaces negativeAllowed minLength maxLength min max pattern format }`,
    );
    const rows = readRows(folder, 'attributes').filter((row) => row.get('code') !== 'sku');
    const expected = rows.map((row) => {
      const akeneoType = (row.get('type') ?? '').replace('pim_catalog_', '');
      const isSelect = ['simpleselect', 'multiselect'].includes(akeneoType);
      const hasNegatives = ['number', 'metric'].includes(akeneoType) && row.get('negative_allowed') !== '';
      return {
        code: row.get('code'),
        type: TYPES[row.get('wysiwyg_enabled') === '1' ? 'wysiwyg' : akeneoType],
        labels: labelsOf(row),
        group: reference(row, 'group'),
        sortOrder: Number(row.get('sort_order')),
        localizable: row.get('localizable') === '1',
        scopable: row.get('scopable') === '1',
        unique: row.get('unique') === '1',
        filterable: true,
        readOnly: false,
        availableLocales: row.get('available_locales') === '' ? null : list(row.get('available_locales')),
        optionSet: isSelect ? { code: row.get('code') } : null,
        measurementFamily: akeneoType === 'metric' ? { code: row.get('metric_family')?.toLowerCase() } : null,
        defaultUnit: textOf(row, 'default_metric_unit'),
        defaultValue: null,
        validation: {
          mimeTypes: akeneoType === 'image' ? ['image/*'] : null,
          extensions: row.get('allowed_extensions') === '' ? null : list(row.get('allowed_extensions')),
          decimalPlaces: row.get('decimals_allowed') === '0' ? 0 : null,
          negativeAllowed: hasNegatives && row.get('negative_allowed') === '0' ? false : null,
          maxSize: null,
          minLength: null,
          maxLength: null,
          min: null,
          max: null,
          pattern: null,
          format: null,
        },
      };
    });
    expect(sorted(answered)).toEqual(sorted(expected));
    expect(answered).toHaveLength(76);
    // What is said to be empty above is empty in the file.
    const empty = ['max_characters', 'number_min', 'number_max', 'date_min', 'date_max', 'max_file_size'];
    for (const column of [...empty, 'validation_rule', 'validation_regexp']) {
      expect([column, rows.filter((row) => row.get(column) !== '').length]).toEqual([column, 0]);
    }
  });

  test('all of it under names of its own in storefront schemas', async () => {
    const namesOf = async (field: string) => {
      const named = await read<{ code: string; apiName: string }>(field, 'apiName');
      return new Map(named.map(({ code, apiName }) => [code, apiName]));
    };
    const attributes = await namesOf('attributes');
    const types = await namesOf('attributeSets');
    const links = await namesOf('associationTypes');
    expect(new Set([...attributes.values(), ...links.values()]).size).toBe(76 + 4);
    const names = (codes: readonly string[]) => codes.map((code) => attributes.get(code));
    expect(names(['name', 'release_date', 'display_srgb', 'image', 'price', 'picture'])).toEqual([
      'name',
      'releaseDate',
      'displaySrgb',
      'imageValue',
      'priceValue',
      'picture',
    ]);
    expect([types.get('digital_cameras'), types.get('led_tvs')]).toEqual(['DigitalCameras', 'LedTvs']);
    expect([links.get('X_SELL'), links.get('PACK')]).toEqual(['xSell', 'pack']);
  });

  test('an option set for each select attribute, sets of equal codes apart', async () => {
    interface OptionSet {
      readonly code: string;
      readonly sort: string;
      readonly options: { readonly nodes: readonly { readonly code: string }[] };
    }
    const answered = await read<OptionSet>(
      'optionSets',
      `${LABELS} sort options(first: 100) { nodes { code ${LABELS} sortOrder active } }`,
    );
    const options = Map.groupBy(readRows(folder, 'attribute_options'), (row) => row.get('attribute'));
    const expected = readRows(folder, 'attributes')
      .filter((row) => /select$/.test(row.get('type') ?? ''))
      .map((row) => ({
        code: row.get('code') ?? '',
        labels: labelsOf(row),
        sort: row.get('auto_option_sorting') === '1' ? 'LABEL' : 'MANUAL',
        options: {
          nodes: sorted(
            (options.get(row.get('code')) ?? []).map((option) => ({
              code: option.get('code') ?? '',
              labels: labelsOf(option),
              sortOrder: Number(option.get('sort_order')),
              active: true,
            })),
          ),
        },
      }));
    const inCodeOrder = answered.map((set) => ({ ...set, options: { nodes: sorted(set.options.nodes) } }));
    expect(sorted(inCodeOrder)).toEqual(sorted(expected));
    expect([expected.length, expected.flatMap(({ options: { nodes } }) => nodes).length]).toEqual([21, 121]);
  });

  test('the families with attributes, requirements, label, picture and variant layouts', async () => {
    const answered = await read(
      'attributeSets',
      `${LABELS} attributes { attribute { code } sortOrder } attributeAsLabel { code } attributeAsImage { code }
       requiredAttributes { channel attributes }
       variantLayouts { code ${LABELS} levels { axes { code } attributes { code } } }`,
    );
    const variants = readRows(folder, 'family_variants');
    const expected = readRows(folder, 'families').map((row) => ({
      code: row.get('code'),
      labels: labelsOf(row),
      attributes: withoutSku(row.get('attributes')).map((code, sortOrder) => ({
        attribute: { code },
        sortOrder,
      })),
      attributeAsLabel: reference(row, 'attribute_as_label'),
      attributeAsImage: reference(row, 'attribute_as_image'),
      requiredAttributes: ['ecommerce', 'mobile', 'print'].map((channel) => ({
        channel,
        attributes: withoutSku(row.get(`requirements-${channel}`)).sort(),
      })),
      variantLayouts: variants
        .filter((variant) => variant.get('family') === row.get('code'))
        .map((variant) => ({
          code: variant.get('code'),
          labels: labelsOf(variant),
          levels: [1, 2].flatMap((level) => {
            const axes = list(variant.get(`variant-axes_${level}`));
            if (axes.length === 0) return [];
            // An axis is not listed again among the attributes of its level.
            const attributes = withoutSku(variant.get(`variant-attributes_${level}`));
            const further = attributes.filter((code) => !axes.includes(code));
            const referred = (codes: readonly string[]) => codes.map((code) => ({ code }));
            return [{ axes: referred(axes), attributes: referred(further) }];
          }),
        })),
    }));
    expect(sorted(answered)).toEqual(sorted(expected));
    expect([answered.length, variants.length]).toEqual([17, 9]);
  });

  test('the categories in their trees, siblings in the order of their rows, and groups below a root of their own', async () => {
    const answered = await read('categories', `${LABELS} parent { code } sortOrder`);
    const rows = readRows(folder, 'categories');
    const siblings = Map.groupBy(rows, (row) => row.get('parent'));
    const expected = [
      ...rows.map((row) => ({
        code: row.get('code'),
        labels: labelsOf(row),
        parent: reference(row, 'parent'),
        sortOrder: siblings.get(row.get('parent'))?.indexOf(row),
      })),
      { code: 'groups', labels: [], parent: null, sortOrder: siblings.get('')?.length },
      ...readRows(folder, 'group_types').map((row, sortOrder) => ({
        code: row.get('code'),
        labels: labelsOf(row),
        parent: { code: 'groups' },
        sortOrder,
      })),
      ...readRows(folder, 'groups').map((row, sortOrder) => ({
        code: row.get('code'),
        labels: labelsOf(row),
        parent: reference(row, 'type'),
        sortOrder,
      })),
    ];
    expect(sorted(answered)).toEqual(sorted(expected));
    expect([rows.length, siblings.get('')?.length, answered.length]).toEqual([168, 4, 171]);
  });

  test('the association types, each one way and without quantities', async () => {
    const answered = await read('associationTypes', `${LABELS} twoWay quantified`);
    const expected = readRows(folder, 'association_types').map((row) => ({
      code: row.get('code'),
      labels: labelsOf(row),
      twoWay: false,
      quantified: false,
    }));
    expect(sorted(answered)).toEqual(sorted(expected));
    expect(answered).toHaveLength(4);
  });
});

/** What Akeneo's types are called here. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'TEXT',
  textarea: 'TEXTAREA',
  wysiwyg: 'RICH_TEXT',
  number: 'NUMBER',
  boolean: 'BOOLEAN',
  date: 'DATE',
  metric: 'MEASUREMENT',
  price_collection: 'PRICE',
  simpleselect: 'SELECT',
  multiselect: 'MULTI_SELECT',
  image: 'MEDIA',
  file: 'MEDIA',
};
