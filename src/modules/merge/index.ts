export { mergeEntities } from './entity/merge-entities.ts';
export { openMerge } from './merge-job.ts';
export { mergeOptions } from './option/merge-options.ts';
