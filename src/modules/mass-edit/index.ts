export { openMassEdit } from './open-mass-edit.ts';
export { startMassEdit } from './start-mass-edit.ts';
