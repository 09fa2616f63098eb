import { t, translateLabel } from '../../i18n/translate.ts';

const ORIGIN_LABELS: Readonly<Record<string, string>> = {
  graphql: 'GraphQL',
  rest: 'REST',
  mcp: 'MCP',
  import: 'Import',
  template: t('Template'),
  console: 'Console',
  'command-line': 'Command line',
  system: 'System',
};

/**
 * Returns the origin of a change; jobs without a file are bulk edits, or undo. A person who is signed in uses the
 * GraphQL API by the console; programs have tokens.
 */
export const originLabel = (
  origin: string,
  actor: { readonly type: string },
  jobId: string | null = null,
  isRevert = false,
): string =>
  origin === 'system' && jobId !== null
    ? isRevert
      ? t('Undo')
      : t('Bulk edit')
    : translateLabel(
        ORIGIN_LABELS[origin === 'graphql' && actor.type === 'user' ? 'console' : origin] ?? origin,
      );
