import { snakeCase } from '../../../platform/resource/table-store.ts';
import type { AttributeRole } from '../../attribute-set/index.ts';
import { ENTITY_PROPERTIES, PRODUCT_PROPERTIES, type PropertyDefinition } from '../../property/index.ts';

/** Resources that files can hold; one file holds one of them. */
export const FILE_RESOURCES = [
  'products',
  'entities',
  'attributes',
  'attribute_sets',
  'option_sets',
  'options',
  'categories',
  'media',
] as const;
export type FileResource = (typeof FILE_RESOURCES)[number];

/**
 * Form of a field in one cell. `set`: a list of codes that are written as a set. `scalar`: a text, number or boolean.
 * `members`: the attributes of a set: a list of codes, or JSON where a member has more settings. `layouts`: JSON.
 */
export type FieldKind = 'text' | 'integer' | 'boolean' | 'list' | 'set' | 'scalar' | 'members' | 'layouts';

/** One property of a resource: in JSON a key, in a table a column. */
export interface FileField {
  /** Its key in JSON and, unless it has many, its column. */
  readonly name: string;
  readonly kind: FieldKind;
  /**
   * The field is an object with a column per key: `label-en_US`. `column` is the word before the key, `by` says what
   * the keys are.
   */
  readonly keyed?: {
    readonly column: string;
    readonly by: 'locale' | 'channel' | 'word';
    /** The keys there are, where they are fixed, and what each holds. */
    readonly kinds?: Readonly<Record<string, FieldKind>>;
  };
  /** The texts that are allowed, where they are fixed. */
  readonly words?: readonly string[];
  /** An empty value means something: `[]` of channels is "none". */
  readonly hasEmpty?: boolean;
  /** An empty list means something else than none at all, so both are exported. */
  readonly isNullable?: boolean;
  /** An attribute of the same code has the plain column; the property's name begins with `_` then. */
  readonly yields?: boolean;
  /** It is read and never written. */
  readonly isForImports?: boolean;
  /** It is written for readers of the file; imports ignore it. */
  readonly isForExports?: boolean;
}

/** The columns and keys of one resource. */
export interface FileFormat {
  readonly resource: FileResource;
  /** Fields that say which object a row is about. */
  readonly key: readonly string[];
  /** A field that says it in place of the key; null where there is none. */
  readonly otherKey: string | null;
  readonly fields: readonly FileField[];
  /** True if the rows have values of attributes. */
  readonly hasValues: boolean;
  /** True if the rows have links to other objects. */
  readonly hasLinks: boolean;
  /** Other names of columns, as files of Akeneo have them. */
  readonly aliases: Readonly<Record<string, string>>;
}

const VALIDATION_KINDS: Readonly<Record<string, FieldKind>> = {
  min_length: 'integer',
  max_length: 'integer',
  pattern: 'text',
  format: 'text',
  allowed_values: 'list',
  min: 'text',
  max: 'text',
  decimal_places: 'integer',
  negative_allowed: 'boolean',
  step: 'text',
  min_items: 'integer',
  max_items: 'integer',
  allowed_tags: 'list',
  required_currencies: 'list',
  units: 'list',
  mime_types: 'list',
  extensions: 'list',
  max_size: 'integer',
  min_width: 'integer',
  min_height: 'integer',
  aspect_ratio: 'text',
};

const ROLE_KINDS: Readonly<Record<AttributeRole, FieldKind>> = {
  summary: 'text',
  gallery: 'text',
  price: 'text',
  slug: 'text',
  seo_title: 'text',
  seo_description: 'text',
};

const text = (name: string): FileField => ({ name, kind: 'text' });
const flag = (name: string): FileField => ({ name, kind: 'boolean' });
const textsBy = (name: string, column: string): FileField => ({
  name,
  kind: 'text',
  keyed: { column, by: 'locale' },
});
const labels = textsBy('labels', 'label');
const sortOrder: FileField = { name: 'sort_order', kind: 'integer' };

const format = (
  resource: FileResource,
  key: readonly string[],
  fields: readonly FileField[],
  more: Partial<FileFormat> = {},
): FileFormat => ({
  resource,
  key,
  otherKey: null,
  fields,
  hasValues: false,
  hasLinks: false,
  aliases: {},
  ...more,
});

/** Returns the fields of properties, in their order. */
const fieldsOf = (properties: Readonly<Record<string, PropertyDefinition>>): FileField[] =>
  Object.entries(properties).map(([key, { file, values, blank }]) => ({
    name: snakeCase(key),
    ...file,
    ...(values !== undefined && { words: values }),
    ...(file.kind === 'set' && { hasEmpty: true, isNullable: blank === null }),
  }));

/** The field of rows that delete their object. */
export const DELETE_FIELD = '_delete';

/** The field with the attribute set of products that their row creates without one. */
export const SET_OF_NEW_FIELD = '_attribute_set_of_new';

/** The field with what people call a product: its name, or that of its model with what sets it apart. */
export const LABEL_FIELD = '_label';
const label: FileField = { name: LABEL_FIELD, kind: 'text', isForExports: true };

/** Every kind of file. */
export const FILE_FORMATS: Readonly<Record<FileResource, FileFormat>> = {
  products: format(
    'products',
    ['sku'],
    [
      ...fieldsOf(PRODUCT_PROPERTIES).flatMap((field) => (field.name === 'sku' ? [field, label] : [field])),
      { name: SET_OF_NEW_FIELD, kind: 'text', isForImports: true },
      { name: DELETE_FIELD, kind: 'boolean', isForImports: true },
    ],
    {
      otherKey: 'external_refs',
      hasValues: true,
      hasLinks: true,
      aliases: {
        code: 'sku',
        family: 'attribute_set',
        family_variant: 'variant_layout',
        enabled: 'status',
        groups: 'categories',
      },
    },
  ),
  entities: format('entities', ['entity_type', 'code'], fieldsOf(ENTITY_PROPERTIES), { hasValues: true }),
  attributes: format(
    'attributes',
    ['code'],
    [
      ...['code', 'type', 'api_name'].map(text),
      labels,
      textsBy('guidelines', 'guideline'),
      text('group'),
      sortOrder,
      ...['localizable', 'scopable'].map(flag),
      { name: 'available_locales', kind: 'list', hasEmpty: true, isNullable: true },
      ...['unique', 'read_only', 'filterable', 'searchable'].map(flag),
      ...['option_set', 'entity_type', 'measurement_family', 'default_unit'].map(text),
      { name: 'default_value', kind: 'scalar' },
      {
        name: 'validation',
        kind: 'scalar',
        keyed: { column: 'validation', by: 'word', kinds: VALIDATION_KINDS },
      },
    ],
  ),
  attribute_sets: format(
    'attribute_sets',
    ['code'],
    [
      ...['code', 'api_name'].map(text),
      labels,
      ...['description', 'icon'].map(text),
      { name: 'attributes', kind: 'members', hasEmpty: true },
      ...['attribute_as_label', 'attribute_as_image'].map(text),
      { name: 'roles', kind: 'text', keyed: { column: 'role', by: 'word', kinds: ROLE_KINDS } },
      { name: 'required_attributes', kind: 'list', keyed: { column: 'required_attributes', by: 'channel' } },
      { name: 'variant_layouts', kind: 'layouts' },
    ],
  ),
  option_sets: format('option_sets', ['code'], [text('code'), labels, text('sort')]),
  options: format(
    'options',
    ['option_set', 'code'],
    [
      ...['option_set', 'code'].map(text),
      labels,
      sortOrder,
      {
        name: 'swatch',
        kind: 'text',
        keyed: { column: 'swatch', by: 'word', kinds: { color: 'text', media: 'text' } },
      },
      { name: 'synonyms', kind: 'list', hasEmpty: true },
      flag('active'),
    ],
  ),
  categories: format(
    'categories',
    ['code'],
    [
      ...['code', 'parent'].map(text),
      labels,
      textsBy('descriptions', 'description'),
      text('image'),
      textsBy('slugs', 'slug'),
      textsBy('seo_titles', 'seo_title'),
      textsBy('seo_descriptions', 'seo_description'),
      sortOrder,
    ],
  ),
  media: format(
    'media',
    ['code'],
    [
      ...['code', 'filename'].map(text),
      labels,
      textsBy('alt', 'alt'),
      { name: 'tags', kind: 'set', hasEmpty: true },
      { name: 'visibility', kind: 'text', words: ['private', 'public'] },
    ],
  ),
};

/** Returns true if clients choose the keys of a field, which may have any form. */
export const hasFreeKeys = ({ keyed }: FileField): boolean =>
  keyed?.by === 'word' && keyed.kinds === undefined;

/** Returns the kind of a field, or the kind of one of its keys. */
export function kindOf({ kind, keyed }: FileField, key: string | null): FieldKind {
  const kindsByKey = keyed?.kinds;
  return key !== null && kindsByKey !== undefined && Object.hasOwn(kindsByKey, key)
    ? (kindsByKey[key] ?? kind)
    : kind;
}

/** Returns the field of a name, or undefined. */
export function fieldOf({ fields }: FileFormat, name: string): FileField | undefined {
  return fields.find((field) => field.name === name);
}
