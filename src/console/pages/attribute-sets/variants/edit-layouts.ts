import type { FieldChange } from '../../../catalogue/model/config-page-types.ts';
import { layoutName, type SetContent, type SetMember, type VariantLayout } from '../content/set-content.ts';
import type { AttributeSet } from '../set-documents.ts';

/** Number of levels below the root model. */
export const MAX_LEVELS = 2;
/** Number of axes of a level. */
export const MAX_AXES = 5;

type AttributeType = SetMember['attribute']['type'];
const AXIS_TYPES: readonly AttributeType[] = ['SELECT', 'BOOLEAN', 'MEASUREMENT', 'ENTITY'];

/** Returns the attributes that can tell variants apart: one value each, for all channels and locales. */
export const axisMembers = ({ members }: SetContent): readonly SetMember[] =>
  members.filter(
    ({ attribute: { type, localizable, scopable } }) =>
      AXIS_TYPES.includes(type) && !localizable && !scopable,
  );

/** Returns the attributes that a level of a layout can have: those that no other level names. */
export const freeMembers = (
  { members }: SetContent,
  layout: VariantLayout,
  level: number,
): readonly SetMember[] => {
  const usedCodes = new Set(
    layout.levels.flatMap(({ axes, attributes }, index) => [
      ...axes.map(({ code }) => code),
      ...(index === level ? [] : attributes.map(({ code }) => code)),
    ]),
  );
  return members.filter(({ attribute }) => !usedCodes.has(attribute.code));
};

/** Returns the change that writes a layout; null deletes it. */
export const layoutChange = (item: AttributeSet, code: string, value: VariantLayout | null): FieldChange => ({
  name: layoutName(code),
  base: item.variantLayouts.find((layout) => layout.code === code) ?? null,
  value,
});

/** Returns a layout after a level has other axes or attributes. An axis is no further attribute of any level. */
export function changeLevel(
  layout: VariantLayout,
  level: number,
  part: 'axes' | 'attributes',
  codes: readonly string[],
  { members }: SetContent,
): VariantLayout {
  const attributesOfLevel = codes.flatMap((code) => {
    const attribute = members.find((member) => member.attribute.code === code)?.attribute;
    return attribute === undefined ? [] : [{ code, label: attribute.label }];
  });
  const without = (list: readonly { readonly code: string; readonly label: string }[]) =>
    list.filter(({ code }) => !codes.includes(code));
  const levels = [
    ...layout.levels,
    ...(level === layout.levels.length ? [{ axes: [], attributes: [] }] : []),
  ].map((one, index) =>
    index === level
      ? {
          ...one,
          ...(part === 'axes' ? { attributes: without(one.attributes) } : {}),
          [part]: attributesOfLevel,
        }
      : { axes: without(one.axes), attributes: without(one.attributes) },
  );
  // A level without axes does not exist.
  return { ...layout, levels: levels.filter(({ axes }, index) => index === 0 || axes.length > 0) };
}
