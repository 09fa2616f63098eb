import type { Role, SetContent, SetMember } from '../content/set-content.ts';

type AttributeType = SetMember['attribute']['type'];

/** Types of the attributes that can have a role, and codes that suggest one. */
const RULES: Readonly<Record<Role, { readonly types: readonly AttributeType[]; readonly codes: RegExp }>> = {
  LABEL: { types: ['TEXT', 'TEXTAREA', 'IDENTIFIER'], codes: /title|name|label|bezeichnung|nom|titre/i },
  IMAGE: { types: ['MEDIA', 'MEDIA_LIST'], codes: /image|photo|picture|bild|foto/i },
  SUMMARY: { types: ['TEXT', 'TEXTAREA', 'RICH_TEXT'], codes: /summary|teaser|short|kurz|resume/i },
  GALLERY: { types: ['MEDIA_LIST'], codes: /gallery|images|photos|bilder|galerie/i },
  PRICE: { types: ['PRICE'], codes: /price|preis|prix/i },
  SLUG: { types: ['TEXT', 'IDENTIFIER'], codes: /slug|url|handle/i },
  SEO_TITLE: { types: ['TEXT'], codes: /(seo|meta).*(title|titel|titre)/i },
  SEO_DESCRIPTION: { types: ['TEXT', 'TEXTAREA'], codes: /(seo|meta).*desc/i },
};

/** Roles of the only attribute of a type, whatever its code. */
const CLEAR_ROLES: readonly Role[] = ['LABEL', 'IMAGE', 'PRICE'];

/** Returns the attributes of a set that can have a role. */
export const membersForRole = ({ members }: SetContent, role: Role): readonly SetMember[] =>
  members.filter(({ attribute }) => RULES[role].types.includes(attribute.type));

/** Returns the attribute that a role without one is likely for, by its code or as the only one of its type; null for none. */
export function suggestForRole(content: SetContent, role: Role): SetMember | null {
  if (content.roles[role] !== null) return null;
  const members = membersForRole(content, role);
  const byCode = members.find(({ attribute }) => RULES[role].codes.test(attribute.code));
  if (byCode !== undefined) return byCode;
  const isOnlyOne = members.length === 1 && CLEAR_ROLES.includes(role);
  return (isOnlyOne ? members[0] : undefined) ?? null;
}
