import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';
import { t } from '../../../i18n/translate.ts';

export const MEMBERS = graphql(`
  query Members($after: String) {
    members(first: 100, after: $after) {
      nodes { role since user { id name email } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export type Member = ResultOf<typeof MEMBERS>['members']['nodes'][number];
export type Role = Member['role'];

export const ROLES: readonly {
  readonly value: Role;
  readonly label: string;
  readonly description: string;
}[] = [
  { value: 'OWNER', label: t('Owner'), description: t('Full access; manages owners.') },
  { value: 'ADMIN', label: t('Admin'), description: t('Full access, except managing owners.') },
  {
    value: 'MANAGER',
    label: t('Manager'),
    description: t('Everything an editor does; also changes the model and settings.'),
  },
  {
    value: 'EDITOR',
    label: t('Editor'),
    description: t('Edits products, entities and media; imports and exports.'),
  },
  {
    value: 'REVIEWER',
    label: t('Reviewer'),
    description: t('Reads everything; comments on products and changes their status.'),
  },
  { value: 'VIEWER', label: t('Viewer'), description: t('Reads everything; comments on products.') },
];

export const ADD_MEMBER = graphql(
  `
  mutation AddMember($input: AddMemberInput!) {
    addMember(input: $input) {
      __typename
      ... on AddMemberPayload { password member { user { name } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const SET_ROLE = graphql(
  `
  mutation SetMemberRole($userId: ID!, $role: Role!) {
    setMemberRole(userId: $userId, role: $role) {
      __typename
      ... on SetMemberRolePayload { member { role user { name } } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const REMOVE_MEMBER = graphql(
  `
  mutation RemoveMember($userId: ID!) {
    removeMember(userId: $userId) {
      __typename
      ... on RemoveMemberPayload { userId }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
