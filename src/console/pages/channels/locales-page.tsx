import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { useLocaleChoices } from '../../catalogue/model/fields/choices.ts';
import { choiceField, switchField } from '../../catalogue/model/fields/config-fields.tsx';
import { usualLocales } from '../../catalogue/model/fields/usual-codes.ts';
import { USAGE, UsageSection } from '../../catalogue/model/usage-list.tsx';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { LanguageIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { YesOrNo } from '../../ui/status-badge.tsx';
import { type LoadByState, listByName } from './list-by-name.ts';
import { LocaleFill, UsingChannels } from './uses.tsx';

const CodePicker = lazyComponent(async () => (await import('./code-picker.tsx')).CodePicker, null);

const LOCALES = graphql(`
  query Locales($after: String, $enabled: Boolean) {
    locales(first: 100, after: $after, enabled: $enabled) {
      nodes { id code version enabled fallback { code } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const LOCALE = graphql(
  `
  query Locale($code: String!) {
    locale(code: $code) {
      id code version enabled
      fallback { code }
      usage { ...UsageParts }
    }
  }
`,
  [USAGE],
);

type Row = ResultOf<typeof LOCALES>['locales']['nodes'][number] & { readonly label: string };
type Locale = NonNullable<ResultOf<typeof LOCALE>['locale']> & { readonly label: string };

const withName = <One extends { readonly code: string }>(locale: One) => ({
  ...locale,
  label: localeName(locale.code),
});

const load: LoadByState<Row> = async (after, enabled, signal) => {
  const { nodes, pageInfo } = (await request(LOCALES, { after, enabled }, signal)).locales;
  return { nodes: nodes.map(withName), pageInfo };
};

/** Shows the locales of the catalogue: those in use, and by search all that can be enabled. */
export const LocalesPage = defineConfigPage<Row, Locale>({
  kind: 'LOCALE',
  input: 'locales',
  path: '/settings/locales/{-$code}',
  texts: {
    title: t('Locales'),
    intro: t('Languages of product texts. Each channel uses some of them.'),
    noun: t('locales'),
    create: t('Add locale'),
    empty: t('No locales yet'),
  },
  icon: LanguageIcon,
  list: listByName(load),
  load: async (code, signal) => {
    const { locale } = await request(LOCALE, { code }, signal);
    return locale && withName(locale);
  },
  canDelete: false,
  codeEditor: (props) => (
    <CodePicker {...props} label={t('Locale')} kind="LOCALE" load={load} suggest={usualLocales} />
  ),
  columns: [
    { title: t('Enabled'), cell: ({ enabled }) => <YesOrNo isOn={enabled} /> },
    { title: t('Channels'), cell: ({ code }) => <UsingChannels kind="locales" code={code} /> },
    { title: t('Complete'), cell: ({ code }) => <LocaleFill code={code} />, isSecondary: true },
    {
      title: t('Fallback locale'),
      cell: ({ fallback }) => (fallback === null ? '–' : localeName(fallback.code)),
    },
  ],
  fields: [
    switchField('enabled', {
      label: t('Enabled'),
      description: t('Values and labels can be written in it.'),
      initial: true,
      isInDialog: true,
    }),
    choiceField('fallback', {
      label: t('Fallback locale'),
      description: t('Its values are shown where this locale has none.'),
      read: ({ fallback }) => fallback?.code ?? null,
      useChoices: useLocaleChoices,
      none: t('None'),
      isInDialog: true,
    }),
  ],
  sections: UsageSection,
});
