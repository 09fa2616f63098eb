import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { numberField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { listOrder, POSITION } from '../../catalogue/model/list/list-order.tsx';
import { USAGE, UsageSection } from '../../catalogue/model/usage-list.tsx';
import { t } from '../../i18n/translate.ts';

const GROUP = graphql(
  `
  fragment AttributeGroupParts on AttributeGroup {
    id code version sortOrder attributeCodes
    label(locale: $words)
    labels { locale text }
    usage { ...UsageParts }
  }
`,
  [USAGE],
);

const GROUPS = graphql(
  `
  query AttributeGroups($after: String, $search: String, $sort: AttributeGroupSort, $unused: Boolean, $words: String) {
    attributeGroups(first: 100, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes { ...AttributeGroupParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [GROUP],
);

const ONE_GROUP = graphql(
  `
  query OneAttributeGroup($code: String!, $words: String) {
    attributeGroup(code: $code) { ...AttributeGroupParts }
  }
`,
  [GROUP],
);

type Group = ResultOf<typeof GROUP>;

/** Shows the groups under which forms list attributes. */
export const AttributeGroupsPage = defineConfigPage<Group>({
  kind: 'ATTRIBUTE_GROUP',
  input: 'attributeGroups',
  path: '/model/groups/{-$code}',
  texts: {
    title: t('Attribute groups'),
    intro: t('Headings under which forms and lists show attributes.'),
    noun: t('attribute groups'),
    create: t('Create attribute group'),
    empty: t('No attribute groups yet'),
  },
  list: async (variables, signal) => (await request(GROUPS, variables, signal)).attributeGroups,
  load: async (code, signal) => (await request(ONE_GROUP, { code }, signal)).attributeGroup,
  hasUnused: true,
  sort: POSITION,
  useOrder: listOrder('attributeGroups', ({ sortOrder }) => sortOrder),
  columns: [
    { title: t('Attributes'), isNumber: true, cell: ({ attributeCodes }) => attributeCodes.length },
    { title: t('Position'), isNumber: true, sort: POSITION, cell: ({ sortOrder }) => sortOrder },
  ],
  fields: [
    labelsField(),
    numberField('sortOrder', {
      label: t('Position'),
      description: t('Forms show the groups in this order.'),
    }),
  ],
  sections: UsageSection,
});
