import type { ImportSettings } from '../../modules/import/index.ts';

// The modes are written out here, so that reading the command line loads no other code.
export const IMPORT_MODES = [
  'upsert',
  'create_only',
  'update_only',
] as const satisfies readonly ImportSettings['mode'][];
export const ERROR_POLICIES = [
  'skip_rows',
  'stop',
  'reject_all',
] as const satisfies readonly ImportSettings['errorPolicy'][];
export const FILE_TYPES = [
  ...(['csv', 'xlsx', 'jsonl'] as const),
  ...(['json', 'xml'] as const),
] as const satisfies readonly ImportSettings['format'][];
