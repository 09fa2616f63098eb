export { runScheduleIfDue } from './check-schedule.ts';
export { findDueProfiles } from './schedule.store.ts';
