// What concerns the whole catalogue: finding its codes, describing it, changing its model at once. Above all rooms.
export { applyModel } from './apply-model.ts';
export { findCodes } from './find-codes.ts';
