import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { switchField } from '../../catalogue/model/fields/config-fields.tsx';
import { usualCurrencies } from '../../catalogue/model/fields/usual-codes.ts';
import { USAGE, UsageSection } from '../../catalogue/model/usage-list.tsx';
import { currencyName } from '../../i18n/currency-name.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { YesOrNo } from '../../ui/status-badge.tsx';
import { type LoadByState, listByName } from './list-by-name.ts';
import { UsingChannels } from './uses.tsx';

const CodePicker = lazyComponent(async () => (await import('./code-picker.tsx')).CodePicker, null);

const CURRENCIES = graphql(`
  query Currencies($after: String, $enabled: Boolean) {
    currencies(first: 100, after: $after, enabled: $enabled) {
      nodes { id code version enabled label }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const CURRENCY = graphql(
  `
  query Currency($code: String!) {
    currency(code: $code) { id code version enabled label usage { ...UsageParts } }
  }
`,
  [USAGE],
);

type Row = ResultOf<typeof CURRENCIES>['currencies']['nodes'][number];
type Currency = NonNullable<ResultOf<typeof CURRENCY>['currency']>;

/** Returns a currency with its name in the language of the page, if that has one. */
const withName = <One extends { readonly code: string; readonly label: string }>(currency: One): One => {
  const name = currencyName(currency.code);
  return name === currency.code ? currency : { ...currency, label: name };
};

const load: LoadByState<Row> = async (after, enabled, signal) => {
  const { nodes, pageInfo } = (await request(CURRENCIES, { after, enabled }, signal)).currencies;
  return { nodes: nodes.map(withName), pageInfo };
};

/** Shows the currencies of prices: those in use, and by search all that can be enabled. */
export const CurrenciesPage = defineConfigPage<Row, Currency>({
  kind: 'CURRENCY',
  input: 'currencies',
  path: '/settings/currencies/{-$code}',
  texts: {
    title: t('Currencies'),
    intro: t('Currencies of prices. Each channel uses some of them.'),
    noun: t('currencies'),
    create: t('Add currency'),
    empty: t('No currencies yet'),
  },
  list: listByName(load),
  load: async (code, signal) => {
    const { currency } = await request(CURRENCY, { code }, signal);
    return currency && withName(currency);
  },
  canDelete: false,
  codeEditor: ({ onChange, ...props }) => (
    <CodePicker
      {...props}
      label={t('Currency')}
      kind="CURRENCY"
      load={load}
      suggest={usualCurrencies}
      onChange={(code) => onChange(code.toUpperCase())}
    />
  ),
  columns: [
    { title: t('Enabled'), cell: ({ enabled }) => <YesOrNo isOn={enabled} /> },
    { title: t('Channels'), cell: ({ code }) => <UsingChannels kind="currencies" code={code} /> },
  ],
  fields: [
    switchField('enabled', {
      label: t('Enabled'),
      description: t('Prices can be entered in it.'),
      initial: true,
      isInDialog: true,
    }),
  ],
  sections: UsageSection,
});
