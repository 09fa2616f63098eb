import { foldKey } from '../../src/kernel/codes.ts';
import type {
  AttributeDefinition,
  AttributeType,
  ValueTypeContext,
} from '../../src/modules/attribute/index.ts';
import { BUILT_IN_FAMILIES } from '../../src/modules/measurement/index.ts';
import type { MediaMetadata } from '../../src/modules/media/index.ts';
import type { CellAssignment, CellWrite } from '../../src/modules/values/cells/cells.ts';
import type { ValueContext } from '../../src/modules/values/cells/value-context.ts';

/** An attribute with the plainest settings; tests state only what matters to them. */
export function attributeOf(
  type: AttributeType,
  settings: Partial<AttributeDefinition> & { readonly code?: string } = {},
): AttributeDefinition {
  return {
    id: `att_${settings.code ?? type}`,
    code: type === 'identifier' ? 'ean' : `some_${type}`,
    type,
    apiName: settings.code ?? `some_${type}`,
    labels: {},
    guidelines: {},
    group: null,
    sortOrder: 0,
    localizable: false,
    scopable: false,
    availableLocales: null,
    unique: type === 'identifier',
    readOnly: false,
    filterable: true,
    searchable: false,
    defaultValue: null,
    validation: {},
    optionSet: type === 'select' || type === 'multi_select' ? 'colors' : null,
    entityType: type === 'entity' || type === 'entity_list' ? 'brand' : null,
    measurementFamily: type === 'measurement' ? 'weight' : null,
    defaultUnit: null,
    ...settings,
  };
}

/** Option sets by code: `*` before an option's code marks it as inactive. */
const OPTION_SETS: Readonly<Record<string, readonly string[]>> = {
  colors: ['red', 'blue', 'Green', '*beige'],
  sizes: ['S', 'M', 'L'],
};

/** Entities of the type `brand`; `*` before a code marks it as inactive. */
const BRANDS = ['Acme', 'Globex', '*Initech'];

const FILES: readonly MediaMetadata[] = [
  {
    code: 'Shoe-Front',
    mimeType: 'image/png',
    filename: 'shoe.front.PNG',
    sizeBytes: 2048,
    width: 1600,
    height: 900,
  },
  {
    code: 'Shoe-Sole',
    mimeType: 'image/jpeg',
    filename: 'sole.jpg',
    sizeBytes: 900,
    width: 400,
    height: 400,
  },
];

/** Currencies EUR, USD, CHF; today is 2026-07-01; the pictures `Shoe-Front` and `Shoe-Sole`; three brands; all built-in families. */
export function valueTypeContext(): ValueTypeContext {
  const options = new Map<string, { code: string; active: boolean }>();
  for (const [set, codes] of Object.entries(OPTION_SETS)) {
    for (const marked of codes) {
      const code = marked.replace('*', '');
      options.set(`${set}/${foldKey(code)}`, { code, active: code === marked });
    }
  }
  const families = new Map(BUILT_IN_FAMILIES.map((family) => [family.code, family]));
  return {
    findOption: (set, code) => options.get(`${set}/${foldKey(code)}`),
    optionLabels: (set) =>
      (OPTION_SETS[set] ?? []).filter((code) => !code.startsWith('*')).map((code) => [code, code]),
    findMeasurementFamily: (code) => families.get(code),
    findEntity: (type, code) => {
      const marked = BRANDS.find((brand) => foldKey(brand.replace('*', '')) === foldKey(code));
      if (type !== 'brand' || marked === undefined) return undefined;
      return { code: marked.replace('*', ''), active: !marked.startsWith('*') };
    },
    entityCodes: (type) => (type === 'brand' ? BRANDS.filter((brand) => !brand.startsWith('*')) : []),
    findMedia: (code) => FILES.find((file) => foldKey(file.code) === foldKey(code)),
    currencies: new Set(['EUR', 'USD', 'CHF']),
    today: '2026-07-01',
  };
}

/** Channels `ecommerce` (en_US, de_DE; EUR, USD) and `print` (de_DE; EUR); fr_FR is enabled, but in neither. */
export function valueContext(
  attributes: readonly AttributeDefinition[],
  settings: Partial<ValueContext> = {},
): ValueContext {
  return {
    ...valueTypeContext(),
    attributes: new Map(attributes.map((attribute) => [foldKey(attribute.code), attribute])),
    inSet: () => true,
    channels: new Map([
      [
        'ecommerce',
        { code: 'ecommerce', locales: new Set(['en_US', 'de_DE']), currencies: new Set(['EUR', 'USD']) },
      ],
      ['print', { code: 'print', locales: new Set(['de_DE']), currencies: new Set(['EUR']) }],
    ]),
    locales: new Map(['en_US', 'de_DE', 'fr_FR'].map((locale) => [foldKey(locale), locale])),
    ...settings,
  };
}

/** Assigns one cell, as the wire form `{ attribute: [{ value }] }` would. */
export function assignCell(
  attribute: string,
  value: CellAssignment['value'],
  scope: { readonly channel?: string; readonly locale?: string; readonly source?: 'own' | 'inherited' } = {},
): CellAssignment {
  return {
    attribute,
    value,
    channel: scope.channel ?? null,
    locale: scope.locale ?? null,
    path: ['values', attribute, 'value'],
    ...(scope.source && { source: scope.source }),
  };
}

/** Clears all cells of an attribute. */
export function clearCells(attribute: string): CellWrite {
  return { attribute, clear: true, path: ['values', attribute] };
}
