import type { ReactNode } from 'react';
import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { sentenceCase } from '../../i18n/sentence-case.ts';
import { localeTag, t, translateLabel } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { Readiness } from '../../ui/readiness.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { ProductPatch } from '../actions/action-documents.ts';

/** Selects the properties that lists, comparisons and the page of a product show. */
export const PRODUCT_PROPERTIES = graphql(`
  fragment ProductProperties on Product {
    sku type status tags createdAt updatedAt
    attributeSet { code label(locale: $words) icon }
    parent { sku label(channel: $channel, locale: $locale) parent { label(channel: $channel, locale: $locale) } }
    channels { code label(locale: $words) }
    categories { code label(locale: $words) }
    readiness: completeness(channel: $channel, locale: $locale) { ratio }
  }
`);
type WithProperties = FragmentOf<typeof PRODUCT_PROPERTIES>;

/** Objects of the catalogue that the values of a property are codes of. */
export type PropertyChoices = 'attributeSets' | 'categories' | 'channels';

/** The way a property is changed for many products. */
interface BulkChange {
  /** The operations, the most frequent first. */
  readonly verbs: readonly ('set' | 'clear' | 'add' | 'remove')[];
  /** True if it has one value. */
  readonly isSingle?: true;
  /** Returns the patch with the change added; `codes` are the values that somebody chose or typed. */
  readonly patch: (verb: string, codes: readonly string[], before: ProductPatch) => ProductPatch;
}

/** A property of products as all parts of the console show, find, compare and change it. */
export interface ProductProperty {
  /** Its name in files and changes, and, with a dot before it, in the address of the list. */
  readonly code: string;
  readonly title: string;
  /** Its name in filters and sorts, where that is another one. */
  readonly field?: string;
  /** Its text, or one text for each of its values; null for none. */
  readonly read?: (product: WithProperties) => string | readonly string[] | null;
  /** True if its texts are terms of the API, such as `in_review`. */
  readonly isEnum?: true;
  /** True if products have any number of its values. */
  readonly isSet?: true;
  /** Names of its column in files; properties that are computed have none. */
  readonly file?: { readonly alsoNamed?: readonly string[] };
  /** Its column in the list of products. */
  readonly column?: {
    /** Width in pixels of the content beside its text. */
    readonly beside: number;
    readonly isSorted?: true;
    /** The text of products that have none. */
    readonly none?: string;
    /** Returns the content that is shown instead of the text. */
    readonly content?: (product: WithProperties) => ReactNode;
    readonly note?: (product: WithProperties) => string | undefined;
  };
  /** Returns the content on the page of a product; null is left out. */
  readonly onPage?: (product: WithProperties) => ReactNode;
  /** Row of the property in comparisons; undefined for none. */
  readonly compared?: { readonly text?: (product: WithProperties) => string };
  /** Choices for its values; values of other properties are typed. */
  readonly choices?: PropertyChoices;
  readonly bulk?: BulkChange;
}

const labelsOf = (items: readonly { readonly label: string }[]) => items.map(({ label }) => label);
const listed = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join(', '));
const percent = new Intl.NumberFormat(localeTag, { style: 'percent' });

/** The one list of the properties of products, in the order of columns. */
export const PROPERTIES: readonly ProductProperty[] = [
  {
    code: 'sku',
    title: t('SKU'),
    file: { alsoNamed: ['code'] },
    onPage: ({ sku }) => <Code>{sku}</Code>,
  },
  {
    code: 'status',
    title: t('Status'),
    read: ({ status }) => translateLabel(sentenceCase(status)),
    isEnum: true,
    file: { alsoNamed: ['enabled'] },
    column: { beside: 16, isSorted: true, content: ({ status }) => <StatusBadge state={status} /> },
    onPage: ({ status }) => <StatusBadge state={status} />,
    compared: {},
  },
  {
    code: 'readiness',
    title: t('Readiness'),
    field: 'completeness',
    read: ({ readiness: [entry] }) => (entry === undefined ? null : String(entry.ratio)),
    column: {
      beside: 22,
      isSorted: true,
      content: ({ readiness: [entry] }) =>
        entry === undefined ? undefined : <Readiness percent={entry.ratio} />,
    },
    compared: {
      text: ({ readiness: [entry] }) => (entry === undefined ? '' : percent.format(entry.ratio / 100)),
    },
  },
  {
    code: 'type',
    title: t('Type'),
    read: ({ type }) => translateLabel(sentenceCase(type)),
    isEnum: true,
    file: {},
    column: { beside: 0 },
    onPage: ({ type }) => translateLabel(sentenceCase(type)),
    compared: {},
  },
  {
    code: 'attribute_set',
    title: t('Attribute set'),
    read: ({ attributeSet }) => attributeSet?.label ?? null,
    file: { alsoNamed: ['family'] },
    column: { beside: 0, isSorted: true },
    onPage: ({ attributeSet }) => attributeSet?.label ?? t('None'),
    compared: {},
    choices: 'attributeSets',
    bulk: {
      verbs: ['set'],
      isSingle: true,
      patch: (_verb, [code = null], before) => ({ ...before, attributeSet: code }),
    },
  },
  { code: 'variant_layout', title: t('Variant layout'), file: { alsoNamed: ['family_variant'] } },
  {
    code: 'parent',
    title: t('Parent'),
    read: ({ parent }) => parent?.sku ?? null,
    file: {},
    column: {
      beside: 0,
      content: ({ parent }) => stripBrackets(parent?.label ?? ''),
      note: ({ parent }) => parent?.sku,
    },
    onPage: ({ parent }) =>
      parent === null ? null : (
        <TextLink to="/products/$sku" params={{ sku: parent.sku }}>
          {parent.label}
        </TextLink>
      ),
  },
  {
    code: 'categories',
    title: t('Categories'),
    read: ({ categories }) => labelsOf(categories),
    isSet: true,
    file: { alsoNamed: ['groups'] },
    column: { beside: 0 },
    onPage: ({ categories }) => listed(labelsOf(categories)),
    compared: {},
    choices: 'categories',
    bulk: {
      verbs: ['add', 'remove'],
      patch: (verb, codes, before) => ({
        ...before,
        categories: { ...before.categories, [verb]: [...codes] },
      }),
    },
  },
  {
    code: 'channels',
    title: t('Channels'),
    read: ({ channels }) => (channels === null ? null : labelsOf(channels)),
    isSet: true,
    file: {},
    column: { beside: 0, none: t('Every channel') },
    onPage: ({ channels }) => (channels === null ? t('All') : listed(labelsOf(channels))),
    choices: 'channels',
    bulk: {
      verbs: ['set', 'clear'],
      patch: (verb, codes, before) => ({
        ...before,
        channels: verb === 'clear' ? null : { set: [...codes] },
      }),
    },
  },
  {
    code: 'tags',
    title: t('Tags'),
    read: ({ tags }) => tags,
    isSet: true,
    file: { alsoNamed: ['_tags'] },
    column: { beside: 0 },
    onPage: ({ tags }) => listed(tags),
    compared: {},
    bulk: {
      verbs: ['add', 'remove'],
      patch: (verb, codes, before) => ({ ...before, tags: { ...before.tags, [verb]: [...codes] } }),
    },
  },
  {
    code: 'created_at',
    title: t('Created'),
    read: ({ createdAt }) => createdAt,
    column: { beside: 0, isSorted: true, content: ({ createdAt }) => <DateTime at={createdAt} /> },
  },
  {
    code: 'updated_at',
    title: t('Updated'),
    read: ({ updatedAt }) => updatedAt,
    column: { beside: 0, isSorted: true, content: ({ updatedAt }) => <DateTime at={updatedAt} /> },
  },
];

const byCode: ReadonlyMap<string, ProductProperty> = new Map(
  PROPERTIES.map((property) => [property.code, property]),
);

/** Returns a property by its name in files and changes. */
export const findProperty = (code: string): ProductProperty | undefined => byCode.get(code);

/** Returns a property by its key in the address of the list: `.tags`. */
export const propertyOfKey = (key: string): ProductProperty | undefined =>
  key.startsWith('.') ? byCode.get(key.slice(1)) : undefined;

/** Returns the key of a property in the address of the list. */
export const keyOfProperty = ({ code }: ProductProperty): string => `.${code}`;

/** Returns the name of a property in filters and sorts. */
export const fieldOfProperty = ({ code, field = code }: ProductProperty): string => field;

/** Returns a property by its name in filters. */
export const propertyOfField = (field: string): ProductProperty | undefined =>
  PROPERTIES.find((property) => fieldOfProperty(property) === field);

/** Returns the text of a property; its values are separated by commas. */
export function textOfProperty({ read, column }: ProductProperty, product: WithProperties): string {
  const texts = read?.(product) ?? column?.none ?? '';
  return typeof texts === 'string' ? texts : texts.map(stripBrackets).join(', ');
}
