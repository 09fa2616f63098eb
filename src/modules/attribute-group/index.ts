export { attributeGroupLoader } from './attribute-group.loaders.ts';
export {
  createAttributeGroup,
  deleteAttributeGroup,
  getAttributeGroup,
  listAttributeGroups,
  updateAttributeGroup,
  upsertAttributeGroups,
} from './attribute-group.operations.ts';
export { type AttributeGroupDocument, attributeGroupStore } from './attribute-group.resource.ts';
