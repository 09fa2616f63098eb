export { kindsInField } from './code-labels.ts';
export { CONFIGURATION_KINDS, type ConfigurationKind } from './configuration-kinds.ts';
export {
  CONFIGURATION_RESOURCES,
  type ConfigurationResource,
  isConfigurationKind,
  keyOfObject,
} from './configuration-resources.ts';
export {
  type ConfigurationFieldChange,
  type HistoryKind,
  toConfigurationChanges,
} from './list-configuration-changes.ts';
export { type ConfigurationItem, ENTITY_TYPE_WITHOUT_ATTRIBUTES, type Stage, stagesOf } from './stages.ts';
