import type { AnyConfigField, ConfigElements } from '../../../catalogue/model/config-page-types.ts';
import { isSame } from '../../../catalogue/model/draft.ts';
import { mergeLabels, toLabels } from '../../../catalogue/model/fields/labels.ts';
import { t } from '../../../i18n/translate.ts';
import type { AttributeSet } from '../set-documents.ts';
import { mergeOrder } from './order.ts';
import { ROLE_LABELS } from './role-labels.ts';
import {
  ALL_CHANNELS,
  codesOf,
  type Role,
  type SetMember,
  storedContent,
  type VariantLayout,
} from './set-content.ts';
import { createContent, writeContent } from './write-content.ts';

type Field<Value> = Omit<AnyConfigField<AttributeSet>, 'read' | 'merge' | 'format'> & {
  readonly read: (item: AttributeSet) => Value;
  readonly merge?: (base: Value, mine: Value, stored: Value) => Value | undefined;
  readonly format: (value: Value) => string;
};

/** Elements are edited by the matrix and the lists of the page. */
const NO_EDITOR = { initial: null, Editor: () => null };

const findMember = ({ attributes }: AttributeSet, code: string) =>
  attributes.find(({ attribute }) => attribute.code === code);

const channelLabel = ({ channels }: AttributeSet, code: string) =>
  code === ALL_CHANNELS ? t('All channels') : (channels.find((one) => one.code === code)?.label ?? code);

/** An attribute: in the set, with its group, or not. */
const memberField = (name: string, code: string, item: AttributeSet): Field<SetMember | null> => ({
  ...NO_EDITOR,
  name,
  label: findMember(item, code)?.attribute.label ?? code,
  read: (set) => {
    const member = findMember(set, code);
    return member === undefined ? null : { attribute: member.attribute, group: member.group };
  },
  merge: (base, mine, stored) => {
    const same = (one: SetMember | null, other: SetMember | null) =>
      (one === null) === (other === null) && one?.group?.code === other?.group?.code;
    if (same(mine, stored)) return stored;
    return same(base, stored) ? mine : undefined;
  },
  format: (member) =>
    member === null ? t('Not in the set') : (member.group?.label ?? t('In the set, without a group')),
});

/** A cell of the matrix; null for an attribute that is not in the set. */
const requirementField = (
  name: string,
  channel: string,
  code: string,
  item: AttributeSet,
): Field<boolean | null> => ({
  ...NO_EDITOR,
  name,
  label: `${findMember(item, code)?.attribute.label ?? code} · ${channelLabel(item, channel)}`,
  read: (set) => findMember(set, code)?.requiredIn.includes(channel) ?? null,
  merge: (_base, mine, stored) => {
    if (stored === null) return mine === true ? undefined : null;
    return mine ?? stored;
  },
  format: (isRequired) =>
    isRequired === null ? t('Not in the set') : isRequired ? t('Required') : t('Not required'),
});

const orderField = (name: string): Field<readonly string[]> => ({
  ...NO_EDITOR,
  name,
  label: t('Order of the attributes'),
  read: (set) => codesOf(storedContent(set).members),
  merge: mergeOrder,
  format: (codes) => codes.join(', '),
  describe: () => [{ label: '', before: null, after: t('Another order') }],
});

const roleField = (name: string, role: Role, item: AttributeSet): Field<string | null> => ({
  ...NO_EDITOR,
  name,
  label: ROLE_LABELS[role],
  read: (set) => storedContent(set).roles[role],
  format: (code) => (code === null ? t('None') : (findMember(item, code)?.attribute.label ?? code)),
});

const layoutField = (name: string, code: string, item: AttributeSet): Field<VariantLayout | null> => ({
  ...NO_EDITOR,
  name,
  label: item.variantLayouts.find((layout) => layout.code === code)?.label ?? code,
  read: (set) => set.variantLayouts.find((layout) => layout.code === code) ?? null,
  merge: mergeLayout,
  format: (layout) => (layout === null ? t('Deleted') : formatLevels(layout)),
});

/** Merges labels and levels, each by itself; undefined if both changed the same. */
function mergeLayout(
  base: VariantLayout | null,
  mine: VariantLayout | null,
  stored: VariantLayout | null,
): VariantLayout | null | undefined {
  if (base === null || mine === null || stored === null)
    return isSame(levelsOf(base), levelsOf(stored)) ? mine : undefined;
  const labels = mergeLabels(toLabels(base.labels), toLabels(mine.labels), toLabels(stored.labels));
  const isStoredAsBase = isSame(levelsOf(base), levelsOf(stored));
  if (labels === undefined || !(isStoredAsBase || isSame(levelsOf(base), levelsOf(mine)))) return undefined;
  return {
    ...mine,
    labels: Object.entries(labels).map(([locale, text]) => ({ locale, text })),
    levels: isStoredAsBase ? mine.levels : stored.levels,
  };
}

const levelsOf = (layout: VariantLayout | null) =>
  layout?.levels.map(({ axes, attributes }) => [codesIn(axes), codesIn(attributes)]) ?? null;

const codesIn = (attributes: readonly { readonly code: string }[]) => attributes.map(({ code }) => code);

/** Returns the axes of a layout: `Finish › Power × Size`. */
export const formatLevels = ({ levels }: VariantLayout): string =>
  levels.map(({ axes }) => axes.map(({ label }) => label).join(' × ')).join(' › ');

/** The attributes, requirements, roles and variant layouts of a set, one by one. */
export const setElements: ConfigElements<AttributeSet> = {
  fieldOf: (name, item): AnyConfigField<AttributeSet> => {
    const [kind, key = '', attribute = ''] = name.split('/');
    switch (kind) {
      case 'member':
        return memberField(name, key, item);
      case 'required':
        return requirementField(name, key, attribute, item);
      case 'role':
        return roleField(name, key as Role, item);
      case 'layout':
        return layoutField(name, key, item);
      default:
        return orderField(name);
    }
  },
  // Requirements and roles of an attribute that is not added.
  dependentsOf: (name, draft) => {
    const [kind, code] = name.split('/');
    if (kind !== 'member' || draft[name]?.base !== null) return [];
    return Object.entries(draft).flatMap(([other, { value }]) =>
      (other.startsWith('required/') && other.endsWith(`/${code}`)) ||
      (other.startsWith('role/') && value === code)
        ? [other]
        : [],
    );
  },
  write: writeContent,
  create: createContent,
};
