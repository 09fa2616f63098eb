export { clearAttribute, MAX_SYNC_HOLDERS } from './clear-attribute.ts';
export { openClear } from './clear-job.ts';
export { openHolderQueue, STEP_HOLDERS } from './holder-queue.ts';
export {
  HOLDERS,
  loadFirstHolders,
  loadHolders,
  type NamedObjects,
  objectParameters,
} from './holders.store.ts';
export { type HolderRewrite, rewriteHolders } from './rewrite-holders.ts';
