import { ELECTRONICS } from './catalogues/electronics.ts';
import { FASHION } from './catalogues/fashion.ts';
import { FURNITURE } from './catalogues/furniture.ts';
import { GENERAL_TEMPLATE } from './catalogues/general.ts';
import type { Template, TemplateCode } from './template.ts';

export const TEMPLATES: Readonly<Record<TemplateCode, Template>> = {
  fashion: FASHION,
  furniture: FURNITURE,
  electronics: ELECTRONICS,
  general: GENERAL_TEMPLATE,
};
