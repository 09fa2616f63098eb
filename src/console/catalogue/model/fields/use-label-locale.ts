import { useQuery } from '@tanstack/react-query';
import { labelLocale } from '../../../api/label-locale.ts';
import { meQuery } from '../../../api/workspace.ts';

/** Returns the locale of a new label: that of the page, otherwise the default one of the organization. */
export function useLabelLocale(): string {
  const organization = useQuery(meQuery).data?.organization;
  return labelLocale() ?? organization?.defaultLocale ?? 'en_US';
}
