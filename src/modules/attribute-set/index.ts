export {
  createAttributeSet,
  deleteAttributeSet,
  getAttributeSet,
  listAttributeSets,
  updateAttributeSet,
  upsertAttributeSets,
} from './attribute-set.operations.ts';
export {
  type AttributeSetDocument,
  attributeSetStore,
  type SetMember,
  type VariantLayoutDocument,
} from './attribute-set.store.ts';
