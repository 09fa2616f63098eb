import { foldKey } from '../../kernel/codes.ts';
import { Conflict, type DomainError } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { type JsonValue, jsonEquals } from '../../kernel/json.ts';
import { checkLabels } from '../../kernel/labels.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { AttributeSet } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import { qualifiedKey } from '../../platform/resource/qualified-codes.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { Usages, ValidationResult } from '../../platform/resource/resource.ts';
import { findUsages, MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import { type ApiNames, loadApiNames } from '../api-name/index.ts';
import { type AttributeDocument, attributeStore } from '../attribute/index.ts';
import { type AttributeGroupDocument, attributeGroupStore } from '../attribute-group/index.ts';
import { type ChannelDocument, channelStore } from '../channel/index.ts';
import {
  type AttributeSetDocument,
  attributeSetStore,
  type VariantLayoutDocument,
} from './attribute-set.store.ts';
import { SET_ICONS } from './attribute-set-icons.ts';
import {
  ALL_CHANNELS,
  codesOf,
  groupsOf,
  memberOf,
  validateImageAttribute,
  validateLabelAttribute,
  validateMembers,
  validateRequirements,
  validateRoles,
} from './attribute-set-rules.ts';
import { defineMemberPatches } from './member-patches.ts';
import { validateLayouts } from './variant-layout-rules.ts';

/** Longest description in characters. */
const MAX_DESCRIPTION_LENGTH = 10_000;

/** Lookups of the rules of sets besides the sets themselves. */
interface AttributeSetReferences {
  readonly attributes: ReferencedDocuments<AttributeDocument>;
  readonly groups: ReferencedDocuments<AttributeGroupDocument>;
  readonly channels: ReferencedDocuments<ChannelDocument>;
  /** Number of products that use each layout, for the sets whose layouts change. */
  readonly layoutUses: ReadonlyMap<string, Usages>;
  readonly names: ApiNames;
}

export const attributeSetResource = defineResource<
  AttributeSet,
  AttributeSetDocument,
  AttributeSetReferences
>({
  resource: 'attribute_set',
  type: 'AttributeSet',
  noun: 'attributeSet',
  plural: 'attributeSets',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: attributeSetStore,
  localized: ['labels'],
  merged: ['roles', 'requiredAttributes'],
  worded: ['attributes'],
  memberPatches: defineMemberPatches({
    membersOf: ({ attributes }) => attributes.map(memberOf),
    withMembers: (document, attributes) => ({ ...document, attributes }),
  }),
  blank: ({ code }) => ({
    code: String(code),
    apiName: '',
    labels: {},
    description: null,
    icon: null,
    attributes: [],
    attributeAsLabel: null,
    attributeAsImage: null,
    roles: {},
    requiredAttributes: {},
    variantLayouts: [],
  }),
  references: loadReferences,
  check: checkAttributeSet,
});

export const {
  delete: deleteAttributeSet,
  loader: attributeSetLoader,
  update: updateAttributeSet,
  upsert: upsertAttributeSets,
} = attributeSetResource;

async function loadReferences(
  context: WriteContext,
  next: readonly AttributeSetDocument[],
  current: readonly (AttributeSetDocument | null)[],
): Promise<AttributeSetReferences> {
  const layouts = next.flatMap(({ variantLayouts }, index) => {
    const before = current[index] ?? null;
    if (before === null) return [];
    return jsonEquals(variantLayouts as unknown as JsonValue, before.variantLayouts as unknown as JsonValue)
      ? []
      : before.variantLayouts.map(({ code }) => ({ owner: before.code, code }));
  });
  const channels = next.flatMap(({ requiredAttributes }) => Object.keys(requiredAttributes));
  return {
    attributes: await loadReferencedDocuments(
      context,
      attributeStore,
      next.flatMap(({ attributes }) => codesOf(attributes)),
    ),
    groups: await loadReferencedDocuments(
      context,
      attributeGroupStore,
      next.flatMap(({ attributes }) => groupsOf(attributes)),
    ),
    channels: await loadReferencedDocuments(
      context,
      channelStore,
      channels.filter((channel) => channel !== ALL_CHANNELS),
    ),
    layoutUses: await findUsages(context, ['variant_layout'], layouts),
    names: await loadApiNames(context, 'attribute_set', next, current),
  };
}

function checkAttributeSet(
  next: AttributeSetDocument,
  current: AttributeSetDocument | null,
  { attributes, groups, channels, layoutUses, names }: AttributeSetReferences,
  accepted: ReadonlyMap<string, AttributeSetDocument>,
): ValidationResult<AttributeSetDocument> {
  const listed = validateMembers(next.attributes, attributes, groups);
  const { members } = listed;
  const label = validateLabelAttribute(next.attributeAsLabel, members);
  const image = validateImageAttribute(next.attributeAsImage, members);
  const roles = validateRoles(next.roles, current?.roles ?? {}, members);
  const required = validateRequirements(
    next.requiredAttributes,
    current?.requiredAttributes ?? {},
    members,
    channels,
  );
  const layouts = validateLayouts(next.variantLayouts, current?.variantLayouts ?? [], members);
  const name = names.validate(next, current, accepted);
  const document = {
    ...next,
    apiName: name.value,
    description: next.description === '' ? null : next.description,
    attributes: listed.value,
    attributeAsLabel: label.value,
    attributeAsImage: image.value,
    roles: roles.value,
    requiredAttributes: required.value,
    variantLayouts: layouts.value,
  };
  const problems = [
    ...checkLabels(next.labels, ['labels']),
    ...checkDescription(next.description),
    ...checkIcon(next.icon),
    ...[name, listed, label, image, roles, required, layouts].flatMap((part) => part.problems),
  ];
  if (current === null || problems.length > 0) return { document, problems };
  const useOf = (layout: string) => layoutUses.get(qualifiedKey({ owner: current.code, code: layout }));
  return { document, problems, refusal: checkLayoutChanges(current, document, useOf) };
}

function checkIcon(icon: string | null) {
  if (icon === null || SET_ICONS.includes(icon)) return [];
  const suggestions = suggest(icon, SET_ICONS);
  const message = localized('icons-listed', {
    message: withSuggestions(localized('not-found', { kind: 'icon', ref: icon }), suggestions),
    list: SET_ICONS,
  });
  return [fieldProblem('value-not-allowed', ['icon'], message, { value: icon, suggestions })];
}

function checkDescription(description: string | null) {
  const length = [...(description ?? '')].length;
  if (length <= MAX_DESCRIPTION_LENGTH) return [];
  const message = localized('description-too-long', { count: length, max: MAX_DESCRIPTION_LENGTH });
  return [fieldProblem('too-long', ['description'], message, { value: description })];
}

/** Layouts that products use stay, and so do their axes: products are distinguished by them. */
function checkLayoutChanges(
  before: AttributeSetDocument,
  after: AttributeSetDocument,
  useOf: (layout: string) => Usages | undefined,
): DomainError | null {
  for (const old of before.variantLayouts) {
    const use = useOf(old.code);
    if (use === undefined) continue;
    const index = after.variantLayouts.findIndex(({ code }) => foldKey(code) === foldKey(old.code));
    const next = after.variantLayouts[index];
    if (next === undefined) return removed(old, use);
    if (!jsonEquals(axesOf(old), axesOf(next))) return changed(old, use, index);
  }
  return null;
}

const axesOf = ({ levels }: VariantLayoutDocument) => levels.map(({ axes }) => axes);

const firstOf = ({ users }: Usages) => users.slice(0, 3);

const productsOf = (use: Usages): Message => {
  const { total } = use;
  const first = firstOf(use);
  const names = `${first.map(({ code }) => `'${code}'`).join(', ')}${total > first.length ? ', …' : ''}`;
  if (total === 1) return localized('one-product-listed', { names });
  return total > MAXIMUM_USERS_COUNTED
    ? localized('more-products-listed', { count: MAXIMUM_USERS_COUNTED, names })
    : localized('products-listed', { count: total, names });
};

function removed({ code }: VariantLayoutDocument, use: Usages): Conflict {
  const message = localized('layout-in-use', { layout: code, users: productsOf(use) });
  return new Conflict('resource-in-use', message, { usedBy: firstOf(use) });
}

function changed({ code }: VariantLayoutDocument, use: Usages, index: number): Conflict {
  const message = localized('layout-axes-in-use', { layout: code, users: productsOf(use) });
  const path = ['variantLayouts', String(index), 'levels'];
  return new Conflict('immutable-property', message, {
    errors: [fieldProblem('immutable-property', path, message)],
    usedBy: firstOf(use),
  });
}
