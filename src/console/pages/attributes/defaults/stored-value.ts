import { graphql } from '../../../api/graphql.ts';
import { queryClient } from '../../../api/query-client.ts';
import { request } from '../../../api/request.ts';
import type { FormAttribute, FormValue } from '../../../catalogue/fields/field-documents.ts';
import { toCodes } from '../../../catalogue/fields/option-field.tsx';
import { optionsQuery } from '../../../catalogue/values/options-query.ts';

const ENTITIES = graphql(`
  query EntitiesOfValue($type: String!, $codes: [String!]!, $locale: String) {
    entities(entityType: $type, codes: $codes, first: 100) { nodes { code label(locale: $locale) } }
  }
`);

const FILE = graphql(`
  query FileOfValue($code: ID!, $locale: String) {
    media(ref: $code) {
      code label(locale: $locale) mimeType url(width: 128, height: 128, fit: COVER, format: WEBP)
    }
  }
`);

/** A default value as it is edited. */
export interface DefaultValue {
  /** Code of the attribute whose value it is. */
  readonly attribute: string;
  /** Value as JSON; null for none. */
  readonly value: unknown;
  /** Text that is no value of the attribute: the server rejects it with a reason. */
  readonly unreadText?: string;
}

interface LabelledObject {
  readonly code: string;
  readonly label: string;
}

/** Returns the objects with these codes in their order; one that does not exist stands for itself. */
const inOrder = <One extends LabelledObject>(codes: readonly string[], objects: readonly One[]) =>
  codes.map((code) => objects.find((one) => one.code === code) ?? { code, label: code });

async function loadObjects(
  attribute: FormAttribute,
  codes: readonly string[],
  locale: string,
  signal: AbortSignal,
): Promise<readonly LabelledObject[]> {
  switch (attribute.type) {
    case 'SELECT':
    case 'MULTI_SELECT': {
      const options = await queryClient.ensureQueryData(
        optionsQuery(attribute.optionSet?.code ?? '', locale),
      );
      return options.map(({ code, label, color = null, image = null }) => ({
        code,
        label,
        swatch: { color, media: image === null ? null : { url: image } },
      }));
    }
    case 'ENTITY':
    case 'ENTITY_LIST': {
      const type = attribute.entityType?.code ?? '';
      return (await request(ENTITIES, { type, codes: [...codes], locale }, signal)).entities.nodes;
    }
    case 'MEDIA':
    case 'MEDIA_LIST': {
      const files = await Promise.all(codes.map((code) => request(FILE, { code, locale }, signal)));
      return files.flatMap(({ media }) => media ?? []);
    }
    default:
      return [];
  }
}

/** Names of the property of a value that has its objects, and whether it has several. */
const OBJECTS: Readonly<Record<string, readonly [name: string, isMany: boolean]>> = {
  SELECT: ['option', false],
  MULTI_SELECT: ['options', true],
  ENTITY: ['entity', false],
  ENTITY_LIST: ['entities', true],
  MEDIA: ['media', false],
  MEDIA_LIST: ['mediaList', true],
};

/** Returns true for types whose values are codes of objects, which have labels. */
export const hasObjects = ({ type }: FormAttribute): boolean => OBJECTS[type] !== undefined;

const formValue = (attribute: FormAttribute, json: unknown, display: string, objects: object): FormValue =>
  ({
    channel: null,
    locale: null,
    source: 'OWN',
    inSet: true,
    json,
    display,
    attribute: { code: attribute.code },
    ...objects,
  }) as FormValue;

/** Returns a value of an attribute as fields and texts show it, where that needs no labels of objects. */
export const plainValue = (attribute: FormAttribute, json: unknown): FormValue =>
  formValue(attribute, json, toCodes(json).join(', '), {});

/** Loads the labels and images of a value of an attribute, as fields and texts show it. */
export async function loadValue(
  attribute: FormAttribute,
  json: unknown,
  locale: string,
  signal: AbortSignal,
): Promise<FormValue> {
  const [name, isMany] = OBJECTS[attribute.type] ?? ['', false];
  const codes = toCodes(json);
  const objects = inOrder(codes, await loadObjects(attribute, codes, locale, signal));
  const display = objects.map(({ label }) => label).join(', ');
  return formValue(attribute, json, display, { [name]: isMany ? objects : objects[0] });
}
