import type { ConfigField } from '../../catalogue/model/config-page-types.ts';
import { choiceField } from '../../catalogue/model/fields/config-fields.tsx';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { EntityType, Member } from './entity-type-documents.ts';

const MembersEditor = lazyComponent(async () => (await import('./members-editor.tsx')).MembersEditor, null);
const ChoiceEditor = lazyComponent(
  async () => (await import('../../catalogue/model/fields/field-editors.tsx')).ChoiceEditor,
  null,
);

/** The attributes of an entity type, in their order. */
export const membersField: ConfigField<EntityType, readonly Member[]> = {
  name: 'attributes',
  label: t('Attributes'),
  description: t('Forms show them in this order.'),
  initial: [],
  isInDialog: true,
  read: ({ attributes }) => (attributes ?? []).map(({ code, label }) => ({ code, label })),
  write: (members) => members.map(({ code }) => code),
  merge: mergeMembers,
  format: (members) => members.map(({ label }) => label).join(', '),
  Editor: MembersEditor,
};

/** Applies what a person added and removed to the attributes as they are stored now; the order is theirs. */
function mergeMembers(base: readonly Member[], mine: readonly Member[], stored: readonly Member[]) {
  const has = (members: readonly Member[], { code }: Member) => members.some((one) => one.code === code);
  const added = stored.filter((one) => !has(base, one) && !has(mine, one));
  return [...mine.filter((one) => has(stored, one) || !has(base, one)), ...added];
}

/** Returns the field of the attribute that stands for an entity in lists, such as its label. */
export const roleField = (
  name: 'attributeAsLabel' | 'attributeAsImage',
  label: string,
  types: readonly (string | null)[],
): ConfigField<EntityType, string | null> => ({
  ...choiceField<EntityType>(name, {
    label,
    read: (item) => item[name]?.code ?? null,
    useChoices: () => [],
  }),
  Editor: ({ item = null, ...props }) => {
    const choices = (item?.attributes ?? [])
      .filter(({ type }) => types.includes(type))
      .map((attribute) => ({ value: attribute.code, label: attribute.label }));
    return <ChoiceEditor {...props} useChoices={() => choices} none={t('None')} />;
  },
});
