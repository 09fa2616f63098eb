import type { AttributeType } from '../attribute/index.ts';

/** Roles of an attribute of a set for the products of the set, besides their label and image. */
export type AttributeRole = 'summary' | 'gallery' | 'price' | 'slug' | 'seo_title' | 'seo_description';

/** The attributes of a set by role, by stored code. */
export type AttributeRoles = Readonly<Partial<Record<AttributeRole, string>>>;

interface RoleRule {
  readonly description: string;
  /** Types of the attributes that can have the role. */
  readonly types: readonly AttributeType[];
}

export const ATTRIBUTE_ROLES: Readonly<Record<AttributeRole, RoleRule>> = {
  summary: {
    description: 'A short text about the product; of type text, textarea or rich_text.',
    types: ['text', 'textarea', 'rich_text'],
  },
  gallery: { description: 'Images of the product; of type media_list.', types: ['media_list'] },
  price: { description: 'The price of the product; of type price.', types: ['price'] },
  slug: {
    description: 'The part of a URL that names the product; of type text or identifier.',
    types: ['text', 'identifier'],
  },
  seo_title: { description: 'Title for search engines; of type text.', types: ['text'] },
  seo_description: {
    description: 'Description for search engines; of type text or textarea.',
    types: ['text', 'textarea'],
  },
};

export const ROLE_NAMES = Object.keys(ATTRIBUTE_ROLES) as readonly AttributeRole[];
