// What concerns the whole catalogue: finding its codes, describing it, changing its model at once. Above all rooms.
export { findCodes } from './find-codes.ts';
