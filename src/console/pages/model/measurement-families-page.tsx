import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { attributeTypeIcon } from '../../catalogue/model/attributes/attribute-types.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { USAGE, UsageSection } from '../../catalogue/model/usage-list.tsx';
import { t } from '../../i18n/translate.ts';
import type { Unit } from './units.ts';
import { unitsField } from './units-field.tsx';

const FAMILIES = graphql(`
  query MeasurementFamilies(
    $after: String, $search: String, $sort: MeasurementFamilySort, $unused: Boolean, $words: String
  ) {
    measurementFamilies(first: 100, after: $after, search: $search, sort: $sort, unused: $unused, locale: $words) {
      nodes { id code version standardUnit label(locale: $words) units { code symbol } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const FAMILY = graphql(
  `
  query MeasurementFamily($code: String!, $words: String) {
    measurementFamily(code: $code) {
      id code version standardUnit
      label(locale: $words)
      labels { locale text }
      units { code symbol factor offset productsCount label(locale: $words) labels { locale text } }
      usage { ...UsageParts }
    }
  }
`,
  [USAGE],
);

type Row = ResultOf<typeof FAMILIES>['measurementFamilies']['nodes'][number];
export type MeasurementFamily = NonNullable<ResultOf<typeof FAMILY>['measurementFamily']>;

/** Maximum number of units that a row names. */
const UNITS_IN_ROW = 8;

/** Shows the families of units in which measurements are entered: lengths, weights. */
export const MeasurementFamiliesPage = defineConfigPage<Row, MeasurementFamily>({
  kind: 'MEASUREMENT_FAMILY',
  input: 'measurementFamilies',
  path: '/model/units/{-$code}',
  texts: {
    title: t('Units'),
    intro: t('Families of units in which measurements are entered, such as lengths or weights.'),
    noun: t('families of units'),
    create: t('Create family of units'),
    empty: t('No units yet'),
  },
  icon: attributeTypeIcon('MEASUREMENT'),
  list: async (variables, signal) => (await request(FAMILIES, variables, signal)).measurementFamilies,
  load: async (code, signal) => (await request(FAMILY, { code }, signal)).measurementFamily,
  hasUnused: true,
  columns: [
    {
      title: t('Units'),
      cell: ({ units }) => (
        <span className="quiet">
          {units
            .slice(0, UNITS_IN_ROW)
            .map(({ symbol, code }) => symbol || code)
            .join('  ')}
          {units.length > UNITS_IN_ROW ? ' …' : ''}
        </span>
      ),
    },
    { title: t('Number'), isNumber: true, cell: ({ units }) => units.length },
  ],
  fields: [labelsField(), unitsField],
  completeNew: ({ units }) => {
    const standard = (units as readonly Unit[]).find(({ isStandard }) => isStandard);
    return { standardUnit: standard?.code };
  },
  sections: UsageSection,
});
