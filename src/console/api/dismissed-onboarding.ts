import type { Workspace } from './workspace.ts';

/** Returns the storage key of the first steps: each person has their own in each organization, in this browser. */
const storedAs = ({ user, organization }: Workspace['me']) =>
  `catalograph-first-steps ${organization.id} ${user?.id ?? ''}`;

/** Returns true if a person has dismissed the first steps. */
export const isOnboardingDismissed = (me: Workspace['me']): boolean =>
  localStorage.getItem(storedAs(me)) === 'off';

export function setOnboardingDismissed(me: Workspace['me'], isDismissed: boolean): void {
  if (isDismissed) localStorage.setItem(storedAs(me), 'off');
  else localStorage.removeItem(storedAs(me));
}
