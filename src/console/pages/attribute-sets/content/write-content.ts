import { difference } from '../../../catalogue/model/attributes/requirements.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import { changedLabels, toLabels } from '../../../catalogue/model/fields/labels.ts';
import type { AttributeSet } from '../set-documents.ts';
import { movedItems } from './order.ts';
import {
  codesOf,
  contentOfDraft,
  ORDER,
  type Role,
  type SetContent,
  type SetMember,
  storedContent,
  type VariantLayout,
} from './set-content.ts';

/** Returns the group of an attribute as it is written: null for the attribute's own. */
const groupInput = ({ attribute, group }: SetMember) =>
  group?.code === attribute.group?.code ? null : (group?.code ?? null);

/** Returns what the input of a set has for the changes of a draft: single attributes and requirements, not whole lists. */
export function writeContent(draft: Draft, item: AttributeSet): Readonly<Record<string, unknown>> {
  const before = storedContent(item);
  const after = contentOfDraft(item, draft);
  const groups = new Map(before.members.map((member) => [member.attribute.code, member.group?.code]));
  const codes = new Set(codesOf(after.members));
  const remaining = codesOf(before.members).filter((code) => codes.has(code));
  const added = after.members.filter(({ attribute }) => !groups.has(attribute.code));
  const moves =
    draft[ORDER] === undefined ? [] : movedItems([...remaining, ...codesOf(added)], codesOf(after.members));
  const positions = new Map(moves.map(({ code, after: previous }) => [code, previous]));
  const moved = after.members.filter(({ attribute: { code }, group }) => {
    const isRegrouped = groups.has(code) && groups.get(code) !== group?.code;
    return positions.has(code) || isRegrouped;
  });
  return withoutEmpty({
    removeAttributes: [...groups.keys()].filter((code) => !codes.has(code)),
    addAttributes: added.map((member) => {
      const group = groupInput(member);
      return { code: member.attribute.code, ...(group === null ? {} : { group }) };
    }),
    moveAttributes: moved.map((member) => {
      const { code } = member.attribute;
      const isRegrouped = groups.has(code) && groups.get(code) !== member.group?.code;
      return {
        code,
        ...(positions.has(code) ? { after: positions.get(code) ?? null } : {}),
        ...(isRegrouped ? { group: groupInput(member) } : {}),
      };
    }),
    addRequiredAttributes: byChannel(difference(after.required, before.required), codes),
    removeRequiredAttributes: byChannel(difference(before.required, after.required), codes),
    ...writeRoles(before, after),
    variantLayouts: Object.keys(draft).some((name) => name.startsWith('layout/'))
      ? after.layouts.map((layout) => layoutInput(layout, codes))
      : undefined,
  });
}

/** Returns the input of a new set with the content of another one, as a draft changes it. */
export function createContent(draft: Draft, item: AttributeSet): Readonly<Record<string, unknown>> {
  const content = contentOfDraft(item, draft);
  const codes = new Set(codesOf(content.members));
  return {
    attributes: content.members.map((member) => ({ code: member.attribute.code, group: groupInput(member) })),
    requiredAttributes: byChannel([...content.required], codes),
    attributeAsLabel: content.roles.LABEL,
    attributeAsImage: content.roles.IMAGE,
    roles: rolesInput(content.roles).filter(({ attribute }) => attribute !== null),
    variantLayouts: content.layouts.map((layout) => layoutInput(layout, codes)),
  };
}

/** Returns cells `channel/attribute` as lists by channel. Attributes that leave the set lose their requirements with it. */
function byChannel(cells: readonly string[], codes: ReadonlySet<string>) {
  const required = cells.map((cell) => cell.split('/')).filter(([, code = '']) => codes.has(code));
  return [...Map.groupBy(required, ([channel = '']) => channel)].map(([channel, ofChannel]) => ({
    channel,
    attributes: ofChannel.map(([, code = '']) => code),
  }));
}

const rolesInput = ({ LABEL: _label, IMAGE: _image, ...roles }: SetContent['roles']) =>
  Object.entries(roles).map(([role, attribute]) => ({ role: role as Role, attribute }));

function writeRoles(before: SetContent, after: SetContent) {
  const isChanged = (role: Role) => before.roles[role] !== after.roles[role];
  return {
    attributeAsLabel: isChanged('LABEL') ? after.roles.LABEL : undefined,
    attributeAsImage: isChanged('IMAGE') ? after.roles.IMAGE : undefined,
    roles: rolesInput(after.roles).filter(({ role }) => isChanged(role)),
  };
}

const layoutInput = ({ code, labels, levels }: VariantLayout, members: ReadonlySet<string>) => ({
  code,
  labels: changedLabels(toLabels(labels), {}),
  levels: levels.map(({ axes, attributes }) => ({
    axes: axes.map((axis) => axis.code),
    attributes: attributes.map((attribute) => attribute.code).filter((one) => members.has(one)),
  })),
});

const withoutEmpty = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) =>
        value !== undefined && !(Array.isArray(value) && value.length === 0 && name !== 'variantLayouts'),
    ),
  );
