export {
  type AttributeGroupDocument,
  attributeGroupLoader,
  attributeGroupResource,
  attributeGroupStore,
  upsertAttributeGroups,
} from './attribute-group.resource.ts';
