import { foldKey } from '../../kernel/codes.ts';
import type { FieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels } from '../../kernel/labels.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { restoreWindowStart } from '../../platform/operation/restore-window.ts';
import type { EntityType } from '../../platform/prisma/generated/client/client.ts';
import { defineResource } from '../../platform/resource/define-resource.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { Usages, ValidationResult } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';
import { resourceInUse } from '../../platform/resource/write-resources.ts';
import { type ApiNames, loadApiNames } from '../api-name/index.ts';
import { type AttributeDocument, attributeStore } from '../attribute/index.ts';
import {
  ALL_CHANNELS,
  defineMemberPatches,
  duplicateProblem,
  type Members,
  memberOf,
  validateImageAttribute,
  validateLabelAttribute,
  validateRequirements,
} from '../attribute-set/index.ts';
import { type ChannelDocument, channelStore } from '../channel/index.ts';
import { type EntityTypeDocument, entityTypeStore } from './entity-type.store.ts';

/** Lookups of the rules of entity types besides the types themselves. */
interface EntityTypeReferences {
  readonly attributes: ReferencedDocuments<AttributeDocument>;
  readonly channels: ReferencedDocuments<ChannelDocument>;
  /** Entities that stand below others, by folded code, for the types that are to stop being a tree. */
  readonly children: ReadonlyMap<string, Usages>;
  readonly names: ApiNames;
}

export const entityTypeResource = defineResource<EntityType, EntityTypeDocument, EntityTypeReferences>({
  resource: 'entity_type',
  type: 'EntityType',
  noun: 'entityType',
  plural: 'entityTypes',
  scopes: { read: { anyOf: ['entities:read', 'attributes:read'] }, write: 'attributes:write' },
  store: entityTypeStore,
  usedWhileRestorable: true,
  localized: ['labels'],
  merged: ['requiredAttributes'],
  memberPatches: defineMemberPatches({
    membersOf: ({ attributes }) => attributes.map(memberOf),
    withMembers: (document, members) => ({ ...document, attributes: members.map(({ code }) => code) }),
  }),
  blank: ({ code }) => ({
    code: String(code),
    apiName: '',
    labels: {},
    attributes: [],
    attributeAsLabel: null,
    attributeAsImage: null,
    requiredAttributes: {},
    hierarchical: false,
  }),
  references: loadReferences,
  check: checkEntityType,
});

export const {
  delete: deleteEntityType,
  update: updateEntityType,
  upsert: upsertEntityTypes,
} = entityTypeResource;

async function loadReferences(
  context: WriteContext,
  next: readonly EntityTypeDocument[],
  current: readonly (EntityTypeDocument | null)[],
): Promise<EntityTypeReferences> {
  const attributes = next.flatMap((document) => document.attributes);
  const channels = next.flatMap(({ requiredAttributes }) => Object.keys(requiredAttributes));
  const flattened = next.filter(({ hierarchical }, index) => !hierarchical && current[index]?.hierarchical);
  return {
    attributes: await loadReferencedDocuments(context, attributeStore, attributes),
    channels: await loadReferencedDocuments(
      context,
      channelStore,
      channels.filter((channel) => channel !== ALL_CHANNELS),
    ),
    children: await findUsages(
      context,
      ['hierarchical_entity_type'],
      flattened,
      restoreWindowStart(context.now),
    ),
    names: await loadApiNames(context, 'entity_type', next, current),
  };
}

function checkEntityType(
  next: EntityTypeDocument,
  current: EntityTypeDocument | null,
  { attributes, channels, children, names }: EntityTypeReferences,
  accepted: ReadonlyMap<string, EntityTypeDocument>,
): ValidationResult<EntityTypeDocument> {
  const { members, problems: memberProblems } = validateMembers(next.attributes, attributes);
  const label = validateLabelAttribute(next.attributeAsLabel, members);
  const image = validateImageAttribute(next.attributeAsImage, members);
  const required = validateRequirements(
    next.requiredAttributes,
    current?.requiredAttributes ?? {},
    members,
    channels,
  );
  const name = names.validate(next, current, accepted);
  const document = {
    ...next,
    apiName: name.value,
    attributes: [...members.values()].map(({ code }) => code),
    attributeAsLabel: label.value,
    attributeAsImage: image.value,
    requiredAttributes: required.value,
  };
  const problems = [
    ...checkLabels(next.labels, ['labels']),
    ...memberProblems,
    ...[name, label, image, required].flatMap((part) => part.problems),
  ];
  const rejection = resourceInUse(
    localized('entity-type-stays-hierarchical', { ref: next.code }),
    children.get(foldKey(next.code)),
  );
  return { document, problems, refusal: rejection };
}

/** Returns the attributes of a type in its order, each once. */
function validateMembers(
  codes: readonly string[],
  attributes: ReferencedDocuments<AttributeDocument>,
): { readonly members: Members; readonly problems: readonly FieldProblem[] } {
  const members = new Map<string, AttributeDocument>();
  const problems: FieldProblem[] = [];
  codes.forEach((code, index) => {
    const path = ['attributes', String(index)];
    const attribute = attributes.find(code);
    if (attribute === undefined) problems.push(attributes.notFoundProblem(path, 'attribute', code));
    else if (members.has(foldKey(code))) problems.push(duplicateProblem(path, code));
    else members.set(foldKey(code), attribute);
  });
  return { members, problems };
}
