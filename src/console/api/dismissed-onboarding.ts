import type { Workspace } from './workspace.ts';

/** Returns the storage key of the first steps: each person has their own in each organization, in this browser. */
const storageKey = ({ user, organization }: Workspace['me']) =>
  `catalograph-first-steps ${organization.id} ${user?.id ?? ''}`;

/** Returns true if a person has dismissed the first steps. */
export const isOnboardingDismissed = (me: Workspace['me']): boolean =>
  localStorage.getItem(storageKey(me)) === 'off';

export function setOnboardingDismissed(me: Workspace['me'], isDismissed: boolean): void {
  if (isDismissed) localStorage.setItem(storageKey(me), 'off');
  else localStorage.removeItem(storageKey(me));
}
