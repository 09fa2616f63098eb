import { type ComponentType, lazy, Suspense } from 'react';

type FamilyState = typeof import('./family-visibility.tsx');

/**
 * Returns a part that only models have: its script is fetched when one is shown, and not beside what every product
 * needs.
 */
function lazyFamilyComponent<Props extends object>(choose: (parts: FamilyState) => ComponentType<Props>) {
  const Part = lazy(async () => ({
    default: choose(await import('./family-visibility.tsx')),
  })) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export const FamilyLiveCount = lazyFamilyComponent((parts) => parts.FamilyLive);
export const ChannelLiveCount = lazyFamilyComponent((parts) => parts.FamilyLiveIn);
export const LocaleLiveCount = lazyFamilyComponent((parts) => parts.FamilyLiveAt);
export const PublishVariantsOption = lazyFamilyComponent((parts) => parts.PublishFamily);
export const UnpublishedVariants = lazyFamilyComponent((parts) => parts.FamilyDrafts);
