export { runScheduleIfDue as checkSchedule } from './check-schedule.ts';
export { findDueProfiles } from './schedule.store.ts';
