import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import type { AttributeSet, SetAttribute } from '../set-documents.ts';

export type AttributeGroup = SetAttribute['group'];

/** An attribute of a set, with the group in which the set shows it. */
export interface SetMember {
  readonly attribute: SetAttribute;
  readonly group: AttributeGroup;
}

export type VariantLayout = AttributeSet['variantLayouts'][number];

/** Stands for all channels. */
export const ALL_CHANNELS = '*';

/** Roles of attributes, in the order in which they are shown. */
export const ROLES = [
  'LABEL',
  'IMAGE',
  'SUMMARY',
  'GALLERY',
  'PRICE',
  'SLUG',
  'SEO_TITLE',
  'SEO_DESCRIPTION',
] as const;
export type Role = (typeof ROLES)[number];

/** Name of the order of the attributes in a draft. */
export const ORDER = 'order/attributes';

export const memberName = (attribute: string) => `member/${attribute}`;
export const requirementName = (channel: string, attribute: string) => `required/${channel}/${attribute}`;
export const roleName = (role: Role) => `role/${role}`;
export const layoutName = (layout: string) => `layout/${layout}`;

/** Attributes, requirements, roles and layouts of a set: as they are stored, or as a draft changes them. */
export interface SetContent {
  /** Attributes in their order. */
  readonly members: readonly SetMember[];
  /** Required attributes, as `channel/attribute`. */
  readonly required: ReadonlySet<string>;
  readonly roles: Readonly<Record<Role, string | null>>;
  readonly layouts: readonly VariantLayout[];
}

export const storedContent = (item: AttributeSet): SetContent => ({
  members: item.attributes.map(({ attribute, group }) => ({ attribute, group })),
  required: new Set(
    item.attributes.flatMap(({ attribute: { code }, requiredIn }) =>
      requiredIn.map((channel) => `${channel}/${code}`),
    ),
  ),
  roles: Object.fromEntries(ROLES.map((role) => [role, storedRole(item, role)])) as SetContent['roles'],
  layouts: item.variantLayouts,
});

function storedRole(item: AttributeSet, role: Role): string | null {
  if (role === 'LABEL') return item.attributeAsLabel?.code ?? null;
  if (role === 'IMAGE') return item.attributeAsImage?.code ?? null;
  return item.roles.find((one) => one.role === role)?.attribute ?? null;
}

/** Returns what a set has with the changes of a draft. */
export function contentOfDraft(item: AttributeSet, draft: Draft): SetContent {
  const stored = storedContent(item);
  const members = new Map(stored.members.map((member) => [member.attribute.code, member]));
  const required = new Set(stored.required);
  const roles = { ...stored.roles };
  const layouts = new Map(stored.layouts.map((layout) => [layout.code, layout]));
  for (const [name, { value }] of Object.entries(draft)) {
    const [kind, key = '', attribute = ''] = name.split('/');
    if (kind === 'member') setOrDelete(members, key, value as SetMember | null);
    else if (kind === 'layout') setOrDelete(layouts, key, value as VariantLayout | null);
    else if (kind === 'role') roles[key as Role] = value as string | null;
    else if (kind === 'required') {
      if (value === true) required.add(`${key}/${attribute}`);
      else required.delete(`${key}/${attribute}`);
    }
  }
  // Who keeps a requirement of an attribute that others removed adds it again.
  for (const cell of required) {
    const [, code = ''] = cell.split('/');
    if (members.has(code)) continue;
    if (draft[memberName(code)] === undefined) members.set(code, unknownMember(code));
    else required.delete(cell);
  }
  for (const role of ROLES) {
    const code = roles[role];
    // An attribute that leaves the set loses its role. A set without the attribute of its label is rejected.
    if (code !== null && !members.has(code) && role !== 'LABEL' && role !== 'IMAGE') roles[role] = null;
  }
  const order = draft[ORDER]?.value as readonly string[] | undefined;
  return { members: inOrder([...members.values()], order), required, roles, layouts: [...layouts.values()] };
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

const unknownMember = (code: string): SetMember => ({
  attribute: { code, label: `[${code}]`, type: 'TEXT', localizable: false, scopable: false, group: null },
  group: null,
});

function inOrder(members: readonly SetMember[], order: readonly string[] | undefined): readonly SetMember[] {
  if (order === undefined) return members;
  const positions = new Map(order.map((code, index) => [code, index]));
  const positionOf = ({ attribute }: SetMember) => positions.get(attribute.code) ?? Number.POSITIVE_INFINITY;
  return members.toSorted((one, other) => positionOf(one) - positionOf(other) || 0);
}

/** Returns the codes of attributes in their order. */
export const codesOf = (members: readonly SetMember[]): readonly string[] =>
  members.map(({ attribute }) => attribute.code);

/** Attributes of a set that stand below one heading. */
export interface MemberGroup {
  readonly group: AttributeGroup;
  readonly members: readonly SetMember[];
}

/** Returns the attributes by their groups, as on the page of a product; those without a group stand last. */
export function groupMembers(members: readonly SetMember[]): readonly MemberGroup[] {
  const byGroup = Map.groupBy(members, ({ group }) => group?.code ?? '');
  return [...byGroup.values()]
    .map((ofGroup) => ({ group: ofGroup[0]?.group ?? null, members: ofGroup }))
    .toSorted((one, other) => positionOf(one.group) - positionOf(other.group) || 0);
}

const positionOf = (group: AttributeGroup) => group?.sortOrder ?? Number.POSITIVE_INFINITY;
