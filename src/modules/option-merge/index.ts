export { openMerge } from './merge-job.ts';
export { mergeOptions } from './merge-options.ts';
