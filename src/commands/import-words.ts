// Written out here, so that reading the command line loads no other code.
export const IMPORT_MODES = ['upsert', 'create_only', 'update_only'] as const;
export const ERROR_POLICIES = ['skip_rows', 'stop', 'reject_all'] as const;
export const WEBHOOK_CHOICES = ['each', 'summary', 'none'] as const;
