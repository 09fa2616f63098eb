import { request, requestWithId } from '../../../api/request.ts';
import type { FormObject, FormSource } from '../../../catalogue/form/form-source.ts';
import { entitySource } from '../entity-source.tsx';
import {
  type Entity,
  type FormEntityType,
  OWN_ENTITY_VALUES,
  UPDATE_ENTITY,
} from './entity-page-documents.ts';

/** Returns the entities of a type, as the form reads and saves their values. */
export const entityFormSource = (type: string): FormSource => ({
  ...entitySource(type),
  loadValues: async (id, filter) => (await request(OWN_ENTITY_VALUES, { type, id, ...filter })).entity,
  async save(id, input, options) {
    const { data, requestId } = await requestWithId(UPDATE_ENTITY, { type, id, input, ...options });
    return { result: data.updateEntity, requestId };
  },
});

/** Returns an entity as the form shows it: its type is its set, and it inherits nothing. */
export function toFormObject(
  { values }: Entity,
  { attributes, requiredAttributes }: FormEntityType,
  contexts: readonly {
    readonly channel: { readonly code: string };
    readonly locale: { readonly code: string };
  }[],
): FormObject {
  const requiredIn = (attribute: string) =>
    (requiredAttributes ?? []).flatMap((one) => (one.attributes.includes(attribute) ? [one.channel] : []));
  const members = (attributes ?? []).map(({ group, ...attribute }) => ({
    attribute,
    group,
    requiredIn: requiredIn(attribute.code),
  }));
  const missingIn = (context: (typeof contexts)[number] | undefined) => {
    if (context === undefined) return [];
    const missing = members.flatMap(({ attribute, requiredIn: channels }) => {
      if (!channels.includes('*') && !channels.includes(context.channel.code)) return [];
      const hasValue = values.some(
        (value) =>
          value.attribute.code === attribute.code &&
          (!attribute.scopable || value.channel === context.channel.code) &&
          (!attribute.localizable || value.locale === context.locale.code),
      );
      return hasValue ? [] : [attribute.code];
    });
    return [{ missing }];
  };
  return {
    attributeSet: { attributes: members },
    variantLayout: null,
    parent: null,
    values,
    here: missingIn(contexts[0]),
    there: missingIn(contexts[1] ?? contexts[0]),
  };
}
