export type { AttributeRole } from './attribute-roles.ts';
export { attributeSetModule } from './attribute-set.module.ts';
export {
  attributeSetLoader,
  attributeSetResource,
  deleteAttributeSet,
  updateAttributeSet,
  upsertAttributeSets,
} from './attribute-set.resource.ts';
export {
  type AttributeSetDocument,
  attributeSetStore,
  type SetMember,
  type VariantLayoutDocument,
} from './attribute-set.store.ts';
export {
  ALL_CHANNELS,
  duplicateProblem,
  type Members,
  memberOf,
  validateImageAttribute,
  validateLabelAttribute,
  validateRequirements,
} from './attribute-set-rules.ts';
export { defineMemberPatches } from './member-patches.ts';
