import { abilitiesOf } from '../../../catalogue/model/attributes/type-abilities.ts';
import type { ConfigField } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { Attribute } from '../attribute-documents.ts';
import {
  changedRules,
  definedRules,
  formatRule,
  mergeRules,
  RULES,
  type RuleName,
  type Rules,
} from './rules.ts';

const RulesEditor = lazyComponent(async () => (await import('./rules-editor.tsx')).RulesEditor, null);

/** The rules for values, which depend on the type of the attribute. */
export const rulesField: ConfigField<Attribute, Rules> = {
  name: 'validation',
  label: t('Rules for values'),
  initial: {},
  isShown: ({ type }) => abilitiesOf(type).rules.length > 0,
  read: ({ validation }) => (validation === null ? {} : definedRules(validation)),
  write: changedRules,
  merge: mergeRules,
  format: (rules) => {
    const entries = Object.entries(rules) as [RuleName, unknown][];
    if (entries.length === 0) return t('None');
    return (
      <DescriptionList
        items={Object.fromEntries(
          entries.map(([name, value]) => [RULES[name].label, formatRule(name, value)]),
        )}
      />
    );
  },
  Editor: RulesEditor,
};
