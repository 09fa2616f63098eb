import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { choiceField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { defineWorkPage } from '../../catalogue/model/work-page/define-work-page.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import { ListIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { optionElements } from './content/option-elements.ts';
import { loadSet, loadSets, type OptionSet, type SetRow } from './option-documents.ts';
import { SetAttributes } from './set-attributes.tsx';
import { SetSwatches } from './set-swatches.tsx';

// The list is shown without the sheet.
const OptionsTab = lazyComponent(async () => (await import('./sheet/options-tab.tsx')).OptionsTab, null);

const attributesOf = ({ usage }: Pick<SetRow, 'usage'>) =>
  usage.types.find(({ type }) => type === 'Attribute');

/** Shows the sets of options that select attributes choose from, and edits the options of one in a sheet. */
export const OptionSetsPage = defineConfigPage<SetRow, OptionSet>({
  kind: 'OPTION_SET',
  input: 'optionSets',
  path: '/model/options/{-$code}',
  texts: {
    title: t('Options'),
    intro: t('Sets of options that attributes choose from, such as colors or materials.'),
    noun: t('option sets'),
    create: t('Create option set'),
    empty: t('No option sets yet'),
  },
  icon: ListIcon,
  list: loadSets,
  load: loadSet,
  hasUnused: true,
  columns: [
    {
      title: t('Options'),
      isNumber: true,
      cell: ({ optionsCount }) => optionsCount.toLocaleString(localeTag),
    },
    { title: t('Swatches'), cell: ({ options }) => <SetSwatches options={options.nodes} /> },
    {
      title: t('Attributes'),
      cell: (row) => <SetAttributes usage={attributesOf(row)} />,
    },
  ],
  fields: [
    labelsField(),
    choiceField<OptionSet>('sort', {
      label: t('Order'),
      description: t('Forms and storefronts list the options in this order.'),
      initial: 'MANUAL',
      read: ({ sort }) => sort,
      useChoices: () => ORDERS,
    }),
  ],
  elements: optionElements,
  WorkPage: defineWorkPage<OptionSet>({
    isSheet: true,
    subtitle: (item) => (
      <span className="quiet">
        {t(
          '{count, plural, =0 {No attribute uses it} one {Used by # attribute} other {Used by # attributes}}',
          {
            count: attributesOf(item)?.count ?? 0,
          },
        )}
      </span>
    ),
    tabs: [{ name: 'options', title: t('Options'), Content: OptionsTab }],
  }),
});

const ORDERS = [
  { value: 'MANUAL', label: t('By hand') },
  { value: 'LABEL', label: t('By label') },
  { value: 'CODE', label: t('By code') },
];
