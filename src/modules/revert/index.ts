export { restoreEntityRevision, restoreProductRevision } from './restore-revision.ts';
export { revertChanges } from './revert-changes.ts';
export { revertStep } from './revert-step.ts';
