import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import type { ConfigObject } from '../../../catalogue/model/config-page-types.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';

const ORGANIZATION = graphql(`
  query OrganizationSettings {
    organization { id name defaultLocale defaultChannel createdAt version }
  }
`);

const UPDATE = graphql(
  `
  mutation UpdateOrganization($input: UpdateOrganizationInput!, $ifVersion: Int, $dryRun: Boolean!) {
    updateOrganization(input: $input, ifVersion: $ifVersion, dryRun: $dryRun) {
      __typename
      ... on OrganizationPayload { organization { version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const COUNTS = graphql(`
  query OrganizationCounts {
    products(first: 0, filter: { status: { in: [DRAFT, IN_REVIEW, PUBLISHED, ARCHIVED] } }) { totalCount }
    entities(first: 1) { totalCount }
    mediaFiles(first: 1) { totalCount }
    modelLabelSummary { kind count }
  }
`);

/** The settings of the organization. */
export interface Organization extends ConfigObject {
  readonly name: string;
  readonly defaultLocale: string | null;
  readonly defaultChannel: string | null;
  readonly createdAt: string;
}

export async function loadOrganization(signal: AbortSignal): Promise<Organization> {
  const { organization } = await request(ORGANIZATION, {}, signal);
  return { ...organization, code: organization.id, label: organization.name };
}

/** Numbers of the objects that the organization has. */
export const loadCounts = (signal: AbortSignal) => request(COUNTS, {}, signal);

/** Settings that are changed. */
export type OrganizationChanges = Partial<Pick<Organization, 'name' | 'defaultLocale' | 'defaultChannel'>>;

/**
 * Writes settings, or tries it. Resolves with the version after the write.
 *
 * @throws ApiError if a value is not valid, or somebody else changed one of the settings since the version
 */
export async function updateOrganization(
  input: OrganizationChanges,
  ifVersion: number,
  dryRun: boolean,
): Promise<number> {
  const { updateOrganization: payload } = await request(UPDATE, { input, ifVersion, dryRun });
  return unwrapPayload(payload).organization.version;
}

/** Saves settings. Resolves with what gives them their former values, unless somebody else has changed them since. */
export async function saveOrganization(
  stored: Organization,
  changes: OrganizationChanges,
): Promise<() => Promise<UndoOutcome>> {
  const version = await updateOrganization(changes, stored.version, false);
  const { name, defaultLocale, defaultChannel } = stored;
  const before = { name, defaultLocale, defaultChannel };
  const former = Object.fromEntries(
    Object.entries(before).filter(([field]) => field in changes),
  ) as OrganizationChanges;
  return takeBack(former, changes, version, t('The change is undone.'), t('The change is made again.'));
}

/** Returns a function that writes settings, and then offers those that they replace. */
const takeBack =
  (
    next: OrganizationChanges,
    previous: OrganizationChanges,
    version: number,
    words: string,
    redoWords: string,
  ) =>
  async (): Promise<UndoOutcome> => {
    const newVersion = await updateOrganization(next, version, false);
    return { words, left: null, redo: takeBack(previous, next, newVersion, redoWords, words) };
  };
