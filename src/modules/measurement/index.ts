export { BUILT_IN_FAMILIES } from './built-in-families.ts';
export { measurementModule } from './measurement.module.ts';
export { measurementFamilyLoader } from './measurement-family.loaders.ts';
export {
  createMeasurementFamily,
  deleteMeasurementFamily,
  getMeasurementFamily,
  listMeasurementFamilies,
  updateMeasurementFamily,
  upsertMeasurementFamilies,
} from './measurement-family.operations.ts';
export {
  type MeasurementFamilyDocument,
  measurementFamilyResource,
  measurementFamilyStore,
} from './measurement-family.resource.ts';
export { seedMeasurementFamilies } from './measurement-family.store.ts';
export {
  checkMeasurementFamily,
  convert,
  findUnit,
  type MeasurementFamily,
  type MeasurementUnit,
  toStandardUnit,
} from './measurement-rules.ts';
