/** Numbers of objects that exist, as the API returns them. */
export interface OnboardingProgress {
  readonly attributeSets: number;
  /** Without the samples of a template. */
  readonly products: number;
  /** In the channel and locale of the page, without samples. */
  readonly complete: number;
  readonly published: number;
  /** It is null for those who cannot see tokens and keys. */
  readonly access:
    | readonly { readonly lastUsedAt: string | null; readonly revokedAt: string | null }[]
    | null;
}

export type OnboardingStep = 'model' | 'import' | 'complete' | 'publish' | 'access' | 'request';

/** Returns the steps from an empty catalogue to the first request of a program, and which of them are done. */
export function toOnboardingSteps(
  progress: OnboardingProgress,
): readonly { readonly step: OnboardingStep; readonly isDone: boolean }[] {
  const { attributeSets, products, complete, published, access } = progress;
  return [
    { step: 'model', isDone: attributeSets > 0 },
    { step: 'import', isDone: products > 0 },
    { step: 'complete', isDone: complete > 0 },
    { step: 'publish', isDone: published > 0 },
    ...(access === null
      ? []
      : [
          { step: 'access' as const, isDone: access.some(({ revokedAt }) => revokedAt === null) },
          { step: 'request' as const, isDone: access.some(({ lastUsedAt }) => lastUsedAt !== null) },
        ]),
  ];
}
