export {
  CONFIGURATION_RESOURCES,
  type ConfigurationResource,
  isConfigurationKind,
  keyOfObject,
} from './configuration-resources.ts';
export {
  CONFIGURATION_KINDS,
  type ConfigurationItem,
  type ConfigurationKind,
  type Stage,
  stagesOf,
} from './stages.ts';
