import type { JsonValue } from '../../kernel/json.ts';
import type { AttributeType, Validation } from '../attribute/index.ts';
import type { AttributeRole } from '../attribute-set/index.ts';

/** Languages of the texts of templates. */
export const TEMPLATE_LANGUAGES = ['en', 'de', 'fr'] as const;

/** A text in the languages of templates, in their order. */
export type Texts = readonly [english: string, german: string, french: string];

export const TEMPLATE_CODES = ['fashion', 'furniture', 'electronics', 'general'] as const;
export type TemplateCode = (typeof TEMPLATE_CODES)[number];

interface Labelled {
  readonly code: string;
  readonly labels: Texts;
}

export interface TemplateOption extends Labelled {
  /** Colour of its swatch: `#0B6E6E`. */
  readonly color?: string;
}

export interface TemplateOptionSet extends Labelled {
  readonly options: readonly TemplateOption[];
}

export interface TemplateAttribute extends Labelled {
  readonly type: AttributeType;
  readonly group: string;
  readonly localizable?: true;
  readonly searchable?: true;
  readonly optionSet?: string;
  readonly measurementFamily?: string;
  readonly defaultUnit?: string;
  readonly validation?: Validation;
}

export interface TemplateLayout extends Labelled {
  readonly levels: readonly { readonly axes: readonly string[]; readonly attributes: readonly string[] }[];
}

export interface TemplateSet extends Labelled {
  readonly icon: string;
  readonly attributes: readonly string[];
  readonly attributeAsLabel: string;
  readonly attributeAsImage: string;
  readonly roles: Readonly<Partial<Record<AttributeRole, string>>>;
  /** Attributes that every channel requires, and those that the channel of the template requires besides. */
  readonly required: { readonly everywhere: readonly string[]; readonly channel: readonly string[] };
  readonly variantLayouts: readonly TemplateLayout[];
}

export interface TemplateCategory extends Labelled {
  /** Code of the category above; left out for one below the root of the channel. */
  readonly parent?: string;
}

/** A value of a sample product: texts by locale, a price in hundredths of every currency, or a value for all. */
export type SampleValue =
  | { readonly texts: Texts }
  | { readonly price: number }
  | { readonly value: JsonValue };

export interface SampleProduct {
  readonly sku: string;
  readonly type: 'simple' | 'model' | 'variant';
  /** SKU of the model above. */
  readonly parent?: string;
  readonly attributeSet?: string;
  readonly variantLayout?: string;
  readonly categories?: readonly string[];
  readonly values: Readonly<Record<string, SampleValue>>;
}

/** The model of one kind of shop, as data, with products that show its use. */
export interface Template extends Labelled {
  readonly code: TemplateCode;
  readonly description: Texts;
  readonly attributeGroups: readonly Labelled[];
  readonly optionSets: readonly TemplateOptionSet[];
  readonly attributes: readonly TemplateAttribute[];
  readonly attributeSets: readonly TemplateSet[];
  readonly categories: readonly TemplateCategory[];
  readonly samples: readonly SampleProduct[];
}

export const texts = (...words: Texts): SampleValue => ({ texts: words });
export const price = (hundredths: number): SampleValue => ({ price: hundredths });
export const value = (stored: JsonValue): SampleValue => ({ value: stored });
export const measure = (amount: string, unit: string): SampleValue => ({ value: { amount, unit } });
