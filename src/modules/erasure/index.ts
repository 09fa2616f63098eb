export { erasePersonalData } from './erase-personal-data.ts';
export { erasureStep } from './erasure-step.ts';
