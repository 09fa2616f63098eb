export { openMassEdit } from './open-mass-edit.ts';
export { previewMassEdit } from './preview-mass-edit.ts';
export { startMassEdit } from './start-mass-edit.ts';
