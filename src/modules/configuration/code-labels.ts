import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { asJsonObject, type ResourceDocument } from '../../platform/resource/resource.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';
import { CONFIGURATION_RESOURCES, keyOfObject } from './configuration-resources.ts';

/** Kinds of the objects whose codes a field contains, by kind and path of the field. */
const CODES_IN_FIELD: Partial<
  Record<ConfigurationKind, Readonly<Record<string, readonly ConfigurationKind[]>>>
> = {
  locale: { fallback: ['locale'] },
  category: { parent: ['category'] },
  option: { option_set: ['option_set'] },
  attribute: {
    group: ['attribute_group'],
    option_set: ['option_set'],
    entity_type: ['entity_type'],
    measurement_family: ['measurement_family'],
    available_locales: ['locale'],
    default_value: ['option'],
  },
  channel: {
    locales: ['locale'],
    currencies: ['currency'],
    category_root: ['category'],
    conversion_units: ['attribute'],
  },
  entity_type: {
    attributes: ['attribute'],
    attribute_as_label: ['attribute'],
    attribute_as_image: ['attribute'],
    required_attributes: ['attribute', 'channel'],
  },
  attribute_set: {
    attributes: ['attribute', 'attribute_group'],
    attribute_as_label: ['attribute'],
    attribute_as_image: ['attribute'],
    roles: ['attribute'],
    required_attributes: ['attribute', 'channel'],
    variant_layouts: ['attribute'],
  },
  storefront: {
    channel: ['channel'],
    locales: ['locale'],
    currencies: ['currency'],
    attributes: ['attribute'],
    entity_types: ['entity_type'],
    association_types: ['association_type'],
    facets: ['attribute'],
    category_facets: ['attribute', 'category'],
  },
};
/** Fields of the organization; it has no code of its own. */
const CODES_IN_ORGANIZATION: Readonly<Record<string, readonly ConfigurationKind[]>> = {
  default_channel: ['channel'],
  default_locale: ['locale'],
};

/** Code that names an object of the configuration. */
export interface CodeReference {
  readonly kind: ConfigurationKind;
  readonly code: string;
  /** Code of the set of an option. */
  readonly optionSet: string | null;
}

/** Object of the configuration that a code names. */
export interface LabelledCode extends CodeReference {
  /** UUID. */
  readonly id: string;
  readonly labels: Labels;
  readonly document: JsonObject;
}

/** Returns the kinds of the objects whose codes a field of a kind contains. */
export const kindsInField = (
  kind: ConfigurationKind | 'organization',
  path: string,
): readonly ConfigurationKind[] =>
  (kind === 'organization' ? CODES_IN_ORGANIZATION : CODES_IN_FIELD[kind])?.[path] ?? [];

/**
 * Returns the codes in values of a field, those of its kinds together: each text may be a code of each of them.
 *
 * @param optionSet code of the set whose options a default value names
 */
export function codesInField(
  kind: ConfigurationKind | 'organization',
  path: string,
  values: readonly JsonValue[],
  optionSet: string | null,
): readonly CodeReference[] {
  const kinds = kindsInField(kind, path);
  if (kinds.length === 0) return [];
  const texts = [...new Set(values.flatMap(textsIn))];
  return kinds.flatMap((codeKind): readonly CodeReference[] => {
    if (codeKind !== 'option') return texts.map((code) => ({ kind: codeKind, code, optionSet: null }));
    return optionSet === null ? [] : texts.map((code) => ({ kind: codeKind, code, optionSet }));
  });
}

/** Returns all texts of a value, keys included. */
function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** Returns the key of a code among loaded labels. */
export const codeKey = ({ kind, code, optionSet }: CodeReference): string =>
  [kind, optionSet === null ? '' : foldKey(optionSet), foldKey(code)].join('/');

/** Returns the objects that codes name now, by {@link codeKey}; one statement for each kind. */
export async function loadLabelledCodes(
  transaction: Transaction,
  organizationId: string,
  references: readonly CodeReference[],
): Promise<ReadonlyMap<string, LabelledCode>> {
  const objectsByCode = new Map<string, LabelledCode>();
  for (const [kind, ofKind] of Map.groupBy(references, (reference) => reference.kind)) {
    const keys = ofKind.map(({ code, optionSet }) => keyOfObject(kind, { code, optionSet }));
    const stored = await CONFIGURATION_RESOURCES[kind].store.load(transaction, organizationId, keys, false);
    for (const [index, reference] of ofKind.entries()) {
      const object = stored.get(keys[index] ?? '');
      if (object === undefined) continue;
      const { labels = {} } = object.document as ResourceDocument & { readonly labels?: Labels };
      objectsByCode.set(codeKey(reference), {
        ...reference,
        code: object.document.code,
        id: object.id,
        labels,
        document: asJsonObject(object.document),
      });
    }
  }
  return objectsByCode;
}
