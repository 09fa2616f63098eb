export {
  type AttributeGroupDocument,
  attributeGroupLoader,
  attributeGroupStore,
  upsertAttributeGroups,
} from './attribute-group.resource.ts';
