export { clearAttribute } from './clear-attribute.ts';
export { openClear } from './clear-job.ts';
export { loadNextHolders, type NamedObjects, type ValueHolder } from './holders.store.ts';
export { rewriteHolders } from './rewrite-holders.ts';
