import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const AUDIT = graphql(`
  query AuditEntries(
    $after: String, $areas: [AuditArea!], $actor: String, $object: ID, $since: DateTime, $until: DateTime, $words: String
  ) {
    auditEntries(
      first: 50, after: $after, areas: $areas, actor: $actor, object: $object, since: $since, until: $until
    ) {
      nodes {
        id at kind data sequence origin jobId requestId revert changesTruncated
        actor { type id name }
        object { type id code optionSet label(locale: $words) deleted }
        changes { path locale old new names { kind code label(locale: $words) } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type AuditEntry = ResultOf<typeof AUDIT>['auditEntries']['nodes'][number];
type AuditFilter = Omit<VariablesOf<typeof AUDIT>, 'after' | 'words'>;
export type AuditArea = NonNullable<AuditFilter['areas']>[number];

/** Loads a page of the audit log, newest first. */
export const loadAuditEntries = async (filter: AuditFilter, after: string | null, signal: AbortSignal) =>
  (await request(AUDIT, { ...filter, after }, signal)).auditEntries;
