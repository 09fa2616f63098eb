export { associationTypeLoader } from './association-type.loaders.ts';
export {
  createAssociationType,
  deleteAssociationType,
  getAssociationType,
  listAssociationTypes,
  updateAssociationType,
  upsertAssociationTypes,
} from './association-type.operations.ts';
export { type AssociationTypeDocument, associationTypeStore } from './association-type.resource.ts';
