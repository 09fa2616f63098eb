import { graphql, type ResultOf, type VariablesOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';

const CONFIGURATION_CHANGES = graphql(`
  query ConfigurationChanges(
    $after: String, $kinds: [ConfigurationKind!], $code: String, $optionSet: String, $actor: String, $since: DateTime,
    $until: DateTime, $requestId: String, $jobId: ID, $words: String
  ) {
    configurationChanges(
      first: 30, after: $after, kinds: $kinds, code: $code, optionSet: $optionSet, actor: $actor, since: $since, until: $until,
      requestId: $requestId, jobId: $jobId
    ) {
      nodes {
        sequence kind code optionSet label(locale: $words) deleted change at origin jobId requestId revert changesTruncated
        actor { type id name }
        changes { path locale old new names { kind code label(locale: $words) } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** A change of an object of the model or the settings. */
export type ConfigurationChange = ResultOf<
  typeof CONFIGURATION_CHANGES
>['configurationChanges']['nodes'][number];
export type FieldChange = ConfigurationChange['changes'][number];
export type ConfigurationKind = ConfigurationChange['kind'];
export type HistoryFilter = Omit<VariablesOf<typeof CONFIGURATION_CHANGES>, 'after' | 'words'>;

/** Loads a page of the history of the model and the settings, newest first. */
export const loadConfigurationChanges = async (
  filter: HistoryFilter,
  after: string | null,
  signal: AbortSignal,
) => (await request(CONFIGURATION_CHANGES, { ...filter, after }, signal)).configurationChanges;
