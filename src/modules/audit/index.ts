export { listAuditEntries } from './list-audit-entries.ts';
