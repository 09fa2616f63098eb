import { t } from '../../../i18n/translate.ts';
import type { Role } from './set-content.ts';

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  LABEL: t('Label'),
  IMAGE: t('Image'),
  SUMMARY: t('Summary'),
  GALLERY: t('Gallery'),
  PRICE: t('Price'),
  SLUG: t('Address'),
  SEO_TITLE: t('Title for search engines'),
  SEO_DESCRIPTION: t('Description for search engines'),
};
