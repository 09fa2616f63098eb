export {
  type AssociationTypeDocument,
  associationTypeLoader,
  associationTypeStore,
  createAssociationType,
  deleteAssociationType,
  upsertAssociationTypes,
} from './association-type.resource.ts';
