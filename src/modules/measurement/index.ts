export { BUILT_IN_FAMILIES } from './built-in-families.ts';
export { measurementModule } from './measurement.module.ts';
export {
  type MeasurementFamilyDocument,
  measurementFamilyLoader,
  measurementFamilyResource,
  measurementFamilyStore,
  upsertMeasurementFamilies,
} from './measurement-family.resource.ts';
export { seedMeasurementFamilies } from './measurement-family.store.ts';
export {
  checkMeasurementFamily,
  convert,
  findUnit,
  findUnitByName,
  type MeasurementFamily,
  type MeasurementUnit,
  toStandardUnit,
} from './measurement-rules.ts';
