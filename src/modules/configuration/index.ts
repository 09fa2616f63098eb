export {
  CONFIGURATION_KINDS,
  type ConfigurationItem,
  type ConfigurationKind,
  type Stage,
  stagesOf,
} from './stages.ts';
