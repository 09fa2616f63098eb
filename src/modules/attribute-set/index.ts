export { attributeSetLoader } from './attribute-set.loaders.ts';
export { attributeSetModule } from './attribute-set.module.ts';
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
export {
  ALL_CHANNELS,
  type Members,
  namedTwice,
  validateImageAttribute,
  validateLabelAttribute,
  validateRequirements,
} from './attribute-set-rules.ts';
