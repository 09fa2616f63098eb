export {
  type AssociationTypeDocument,
  associationTypeLoader,
  associationTypeResource,
  associationTypeStore,
  createAssociationType,
  deleteAssociationType,
  upsertAssociationTypes,
} from './association-type.resource.ts';
