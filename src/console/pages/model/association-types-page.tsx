import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { switchField, textField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { USAGE, UsageSection } from '../../catalogue/model/usage-list.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import { LinksIcon } from '../../ui/icons.ts';

const TYPE = graphql(
  `
  fragment AssociationTypeParts on AssociationType {
    id code version apiName twoWay quantified productsCount productsCountExact
    label(locale: $words)
    labels { locale text }
    usage { ...UsageParts }
  }
`,
  [USAGE],
);

const TYPES = graphql(
  `
  query AssociationTypes($after: String, $search: String, $sort: AssociationTypeSort, $unused: Boolean, $words: String) {
    associationTypes(first: 100, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes { ...AssociationTypeParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [TYPE],
);

const ONE_TYPE = graphql(
  `
  query OneAssociationType($code: String!, $words: String) {
    associationType(code: $code) { ...AssociationTypeParts }
  }
`,
  [TYPE],
);

type AssociationType = ResultOf<typeof TYPE>;

/** Shows the kinds of links between products: accessories, spare parts, sets. */
export const AssociationTypesPage = defineConfigPage<AssociationType>({
  kind: 'ASSOCIATION_TYPE',
  input: 'associationTypes',
  path: '/model/association-types/{-$code}',
  texts: {
    title: t('Association types'),
    intro: t('Kinds of links between products, such as accessories or spare parts.'),
    noun: t('association types'),
    create: t('Create association type'),
    empty: t('No association types yet'),
  },
  icon: LinksIcon,
  list: async (variables, signal) => (await request(TYPES, variables, signal)).associationTypes,
  load: async (code, signal) => (await request(ONE_TYPE, { code }, signal)).associationType,
  hasUnused: true,
  columns: [
    { title: t('Two-way'), cell: ({ twoWay }) => (twoWay ? t('Yes') : t('No')) },
    { title: t('Quantity'), cell: ({ quantified }) => (quantified ? t('Yes') : t('No')) },
    {
      title: t('Products'),
      isNumber: true,
      cell: ({ productsCount, productsCountExact }) =>
        `${productsCount.toLocaleString(localeTag)}${productsCountExact ? '' : '+'}`,
    },
  ],
  fields: [
    labelsField(),
    switchField('twoWay', {
      label: t('Two-way'),
      description: t('A link to a product also creates the link back. It cannot be changed later.'),
      isFinal: true,
      isInDialog: true,
    }),
    switchField('quantified', {
      label: t('With quantity'),
      description: t('Each link has a quantity, as the parts of a set have. It cannot be changed later.'),
      isFinal: true,
      isInDialog: true,
    }),
    textField('apiName', {
      label: t('Name in storefronts'),
      description: t('Letters, digits and _. Leave it empty for the name that is made of the code.'),
    }),
  ],
  sections: UsageSection,
});
