import { type ComponentType, lazy, Suspense } from 'react';

type FamilyState = typeof import('./family-state.tsx');

/**
 * Returns a part that only models have: its script is fetched when one is shown, and not beside what every product
 * needs.
 */
function familyPart<Props extends object>(choose: (parts: FamilyState) => ComponentType<Props>) {
  const Part = lazy(async () => ({
    default: choose(await import('./family-state.tsx')),
  })) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export const FamilyLive = familyPart((parts) => parts.FamilyLive);
export const FamilyLiveIn = familyPart((parts) => parts.FamilyLiveIn);
export const FamilyLiveAt = familyPart((parts) => parts.FamilyLiveAt);
export const PublishFamily = familyPart((parts) => parts.PublishFamily);
export const FamilyDrafts = familyPart((parts) => parts.FamilyDrafts);
