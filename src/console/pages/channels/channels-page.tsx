import { request } from '../../api/request.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { useAnyCurrencyChoices, useAnyLocaleChoices } from '../../catalogue/model/fields/any-choices.ts';
import { useCategoryRootChoices } from '../../catalogue/model/fields/choices.ts';
import { choiceField, codesField, switchField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { UsageSection } from '../../catalogue/model/usage-list.tsx';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { ChannelsIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { YesOrNo } from '../../ui/status-badge.tsx';
import { CHANNELS, type Channel, ONE_CHANNEL, type Row } from './channel-documents.ts';
import { conversionUnitsField } from './conversion/conversion-units-field.tsx';

const NextSteps = lazyComponent(async () => (await import('./next-steps.tsx')).NextSteps, null);

/** Shows the places where products are published, with the locales and currencies of each. */
export const ChannelsPage = defineConfigPage<Row, Channel>({
  kind: 'CHANNEL',
  input: 'channels',
  path: '/settings/channels/{-$code}',
  texts: {
    title: t('Channels'),
    intro: t(
      'Places where products are published, such as a web shop, a printed catalogue or a marketplace. Values can differ by channel.',
    ),
    noun: t('channels'),
    create: t('Create channel'),
    empty: t('No channels yet'),
  },
  icon: ChannelsIcon,
  list: async ({ unused: _unused, ...variables }, signal) =>
    (await request(CHANNELS, variables, signal)).channels,
  load: async (code, signal) => (await request(ONE_CHANNEL, { code }, signal)).channel,
  columns: [
    {
      title: t('Locales'),
      cell: ({ locales }) => locales.map(({ code }) => localeName(code)).join(', '),
    },
    {
      title: t('Currencies'),
      isSecondary: true,
      cell: ({ currencies }) => currencies.map(({ code }) => code).join(', '),
    },
    {
      title: t('Publishes'),
      isSecondary: true,
      cell: ({ publishGuard }) => (publishGuard === 'COMPLETE' ? t('Complete products') : t('All products')),
    },
    { title: t('Active'), cell: ({ active }) => <YesOrNo isOn={active} /> },
  ],
  fields: [
    labelsField(),
    codesField('locales', {
      label: t('Locales'),
      read: ({ locales }) => locales.map(({ code }) => code),
      useChoices: useAnyLocaleChoices,
      isInDialog: true,
    }),
    codesField('currencies', {
      label: t('Currencies'),
      read: ({ currencies }) => currencies.map(({ code }) => code),
      useChoices: useAnyCurrencyChoices,
      isInDialog: true,
    }),
    conversionUnitsField,
    choiceField('categoryRoot', {
      label: t('Category tree'),
      description: t('Shops show this tree. Products in none of its categories can be live, too.'),
      read: ({ categoryRoot }) => categoryRoot?.code ?? null,
      useChoices: useCategoryRootChoices,
      none: t('None'),
    }),
    choiceField('publishGuard', {
      label: t('Publishes'),
      read: ({ publishGuard }) => publishGuard,
      useChoices: () => [
        { value: 'NONE', label: t('All products') },
        { value: 'COMPLETE', label: t('Complete products') },
      ],
      initial: 'NONE',
    }),
    switchField('slugsEnabled', {
      label: t('URL names'),
      description: t('Products have a readable address in each locale.'),
    }),
    switchField('active', {
      label: t('Active'),
      description: t('Products are live here. Clear the box to take all of them off.'),
      initial: true,
    }),
  ],
  sections: UsageSection,
  NextSteps,
});
