import { difference, switchCells } from '../../../catalogue/model/attributes/requirements.ts';
import type { Draft, FieldChange } from '../../../catalogue/model/config-page-types.ts';
import type { DropTarget } from '../../../ui/order/use-row-drag.ts';
import type { AttributeSet, SetAttribute } from '../set-documents.ts';
import {
  type AttributeGroup,
  codesOf,
  contentOfDraft,
  groupMembers,
  memberName,
  ORDER,
  requirementName,
  type SetContent,
  type SetMember,
} from './set-content.ts';
import { setElements } from './set-elements.ts';

/** Returns the changes of the content of a set, each as an entry of its draft. */
export function contentEdits(item: AttributeSet, draft: Draft) {
  const content = contentOfDraft(item, draft);
  const change = (name: string, value: unknown): FieldChange => ({
    name,
    base: setElements.fieldOf(name, item).read(item),
    value,
  });
  return {
    /** Requires attributes in channels, or not. */
    set: (cells: readonly { readonly row: string; readonly column: string; readonly isOn: boolean }[]) =>
      changedRequirements(item, content, cells).map(({ channel, attribute, isOn }) =>
        change(
          requirementName(channel, attribute),
          // A new attribute has no requirement to be taken back.
          isOn || isStored(item, attribute) ? isOn : null,
        ),
      ),
    /** Adds attributes at the end of their groups. */
    add: (attributes: readonly SetAttribute[]) =>
      attributes.map((attribute) => {
        const name = memberName(attribute.code);
        const stored: unknown = setElements.fieldOf(name, item).read(item);
        return change(name, stored ?? { attribute, group: attribute.group });
      }),
    /** Removes an attribute with its requirements. */
    remove: (code: string) => [
      ...Object.keys(draft)
        .filter((name) => name.startsWith('required/') && name.endsWith(`/${code}`))
        .map((name) => change(name, setElements.fieldOf(name, item).read(item))),
      change(memberName(code), null),
    ],
    /** Moves an attribute by one position; behind the last of a group it goes to the next group. */
    move: (code: string, way: 'up' | 'down') => {
      const groups = groupMembers(content.members);
      const index = groups.findIndex(({ members }) =>
        members.some(({ attribute }) => attribute.code === code),
      );
      const group = groups[index];
      if (group === undefined) return [];
      const codes = codesOf(group.members);
      const neighbour = codes[codes.indexOf(code) + (way === 'up' ? -1 : 1)];
      if (neighbour !== undefined)
        return placed(code, { row: neighbour, side: way === 'up' ? 'before' : 'after' });
      const next = groups[index + (way === 'up' ? -1 : 1)];
      const target = (way === 'up' ? next?.members.at(-1) : next?.members[0])?.attribute.code;
      return target === undefined
        ? []
        : placed(code, { row: target, side: way === 'up' ? 'after' : 'before' });
    },
    place: (code: string, target: DropTarget) => placed(code, target),
  };

  /** Returns the changes that put an attribute beside another one, or at the end of a group. */
  function placed(code: string, target: DropTarget): readonly FieldChange[] {
    const member = content.members.find(({ attribute }) => attribute.code === code);
    const neighbour = neighbourOf(content, target);
    if (member === undefined || neighbour === undefined) return [];
    const { group } = neighbour.member;
    const others = codesOf(content.members).filter((one) => one !== code);
    const position = others.indexOf(neighbour.member.attribute.code) + (neighbour.side === 'after' ? 1 : 0);
    return [
      ...(group?.code === member.group?.code ? [] : regrouped(member, group)),
      ...(neighbour.member === member ? [] : [change(ORDER, others.toSpliced(position, 0, code))]),
    ];
  }

  function regrouped(member: SetMember, group: AttributeGroup): readonly FieldChange[] {
    const name = memberName(member.attribute.code);
    const stored = setElements.fieldOf(name, item).read(item) as SetMember | null;
    // A group that is as stored is no change.
    return [change(name, stored?.group?.code === group?.code && stored ? stored : { ...member, group })];
  }
}

const isStored = (item: AttributeSet, code: string) =>
  item.attributes.some(({ attribute }) => attribute.code === code);

function neighbourOf(content: SetContent, target: DropTarget) {
  if (target.row !== undefined) {
    const member = content.members.find(({ attribute }) => attribute.code === target.row);
    return member && { member, side: target.side };
  }
  const group = groupMembers(content.members).find((one) => (one.group?.code ?? '') === target.group);
  const member = group?.members.at(-1);
  return member && { member, side: 'after' as const };
}

/** Returns the cells whose requirement becomes another one. */
function changedRequirements(
  item: AttributeSet,
  content: SetContent,
  cells: readonly { readonly row: string; readonly column: string; readonly isOn: boolean }[],
) {
  const next = switchCells(
    content.required,
    cells,
    item.channels.map(({ code }) => code),
  );
  const toCell = (isOn: boolean) => (cell: string) => {
    const [channel = '', attribute = ''] = cell.split('/');
    return { channel, attribute, isOn };
  };
  return [
    ...difference(next, content.required).map(toCell(true)),
    ...difference(content.required, next).map(toCell(false)),
  ];
}
