import type { JsonValue } from '../../kernel/json.ts';
import type { ResourcePatch } from '../../platform/resource/resource.ts';
import type { ModelItem } from '../catalogue/index.ts';
import { BUILT_IN_FAMILIES } from '../measurement/index.ts';
import type { ProductItem } from '../product/index.ts';
import type { CellWrite } from '../values/index.ts';
import type { SampleProduct, SampleValue, Template, TemplateSet, Texts } from './template.ts';
import { type TemplateTarget, textsByLocale } from './template-target.ts';

/** System of the external references of sample products: by it they are found and deleted. */
export const SAMPLE_SYSTEM = 'template';

const CHANNEL_LABELS: Texts = ['Web shop', 'Webshop', 'Boutique en ligne'];
const ROOT_LABELS: Texts = ['Catalogue', 'Katalog', 'Catalogue'];

/** Returns the number of categories that a template creates: those below the root, and the root. */
export const countCategories = ({ categories }: Template): number => categories.length + 1;

/** Returns the objects of a template for a channel, with labels in the locales of the organization. */
export function toModelItems(template: Template, target: TemplateTarget): readonly ModelItem[] {
  const labelsOf = (labels: Texts) => textsByLocale(labels, target);
  const item = (kind: ModelItem['kind'], patch: ResourcePatch & { readonly code: string }): ModelItem => ({
    kind,
    patch,
    path: ['template', kind, patch.code],
  });
  const { attributeGroups, attributes, attributeSets, categories, optionSets } = template;
  return [
    ...target.locales.map((code) => item('locale', { code, enabled: true })),
    ...target.currencies.map((code) => item('currency', { code, enabled: true })),
    ...unitsOf(template).map((family) => item('measurement_family', family)),
    item('category', { code: target.root, labels: labelsOf(ROOT_LABELS) }),
    ...categories.map(({ code, labels, parent = target.root }, index) =>
      item('category', { code, parent, labels: labelsOf(labels), sortOrder: index + 1 }),
    ),
    ...attributeGroups.map(({ code, labels }, index) =>
      item('attribute_group', { code, labels: labelsOf(labels), sortOrder: index + 1 }),
    ),
    ...optionSets.flatMap(({ code: optionSet, labels, options }) => [
      item('option_set', { code: optionSet, labels: labelsOf(labels) }),
      ...options.map(({ code, labels: names, color }, index) =>
        item('option', {
          code,
          optionSet,
          labels: labelsOf(names),
          sortOrder: index + 1,
          ...(color !== undefined && { swatch: { color } }),
        }),
      ),
    ]),
    ...attributes.map(({ labels, validation = {}, ...attribute }, index) =>
      item('attribute', {
        ...attribute,
        labels: labelsOf(labels),
        validation: validation as ResourcePatch[string],
        sortOrder: index + 1,
      }),
    ),
    item('channel', {
      code: target.channel,
      labels: labelsOf(
        target.channelLabel === null
          ? CHANNEL_LABELS
          : [target.channelLabel, target.channelLabel, target.channelLabel],
      ),
      locales: target.locales,
      currencies: target.currencies,
      categoryRoot: target.root,
    }),
    ...attributeSets.map((set) => item('attribute_set', toSetPatch(template, set, target))),
  ];
}

/** Returns the built-in measurement families that attributes of a template need, for organizations without them. */
const unitsOf = ({ attributes }: Template) =>
  BUILT_IN_FAMILIES.filter(({ code }) => attributes.some((one) => one.measurementFamily === code)).map(
    (family) => family as unknown as ResourcePatch & { readonly code: string },
  );

function toSetPatch(template: Template, set: TemplateSet, target: TemplateTarget) {
  const { required, attributes, variantLayouts, labels, ...patch } = set;
  return {
    ...patch,
    labels: textsByLocale(labels, target),
    // In the order of the template, so that sets show what they share in the same order.
    attributes: template.attributes.map(({ code }) => code).filter((code) => attributes.includes(code)),
    requiredAttributes: { '*': required.everywhere, [target.channel]: required.channel },
    variantLayouts: variantLayouts.map((layout) => ({
      ...layout,
      labels: textsByLocale(layout.labels, target),
    })),
  };
}

/** Returns the sample products of a template as drafts, models before what is below them. */
export function toSampleItems({ code, samples }: Template, target: TemplateTarget): readonly ProductItem[] {
  return samples.map(({ sku, categories, values, ...product }: SampleProduct) => ({
    ...product,
    sku,
    status: 'draft',
    externalRefs: [{ system: SAMPLE_SYSTEM, id: `${code}/${sku}` }],
    ...(categories !== undefined && { categories: { set: categories } }),
    values: Object.entries(values).flatMap(([attribute, value]) => toCells(sku, attribute, value, target)),
  }));
}

function toCells(sku: string, attribute: string, value: SampleValue, target: TemplateTarget): CellWrite[] {
  const cell = (written: JsonValue, locale: string | null = null): CellWrite => ({
    attribute,
    channel: null,
    locale,
    value: written,
    path: ['template', 'samples', sku, attribute],
  });
  if ('texts' in value)
    return Object.entries(textsByLocale(value.texts, target)).map(([locale, text]) => cell(text, locale));
  if ('price' in value)
    return [
      cell(target.currencies.map((currency) => ({ amount: amountIn(currency, value.price), currency }))),
    ];
  return [cell(value.value)];
}

/** Returns an amount as its currency writes it: currencies without decimals get the hundredths as units. */
function amountIn(currency: string, hundredths: number): string {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits === 0 ? String(hundredths) : (hundredths / 100).toFixed(2);
}
