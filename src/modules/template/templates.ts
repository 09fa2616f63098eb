import { ELECTRONICS } from './data/electronics.ts';
import { FASHION } from './data/fashion.ts';
import { FURNITURE } from './data/furniture.ts';
import { GENERAL_TEMPLATE } from './data/general.ts';
import type { Template, TemplateCode } from './template.ts';

export const TEMPLATES: Readonly<Record<TemplateCode, Template>> = {
  fashion: FASHION,
  furniture: FURNITURE,
  electronics: ELECTRONICS,
  general: GENERAL_TEMPLATE,
};
