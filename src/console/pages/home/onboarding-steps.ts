import type { ActivityCount } from './activity.ts';

/** A change of an attribute or an attribute set. */
interface ModelChange {
  readonly change: string;
  readonly origin: string;
  readonly jobId: string | null;
  readonly revert: boolean;
  readonly actor: { readonly type: string };
}

/** The results of people, and of programs that they have given access, as the API returns them. */
export interface OnboardingProgress {
  /** The latest changes of the model. */
  readonly modelChanges: readonly ModelChange[];
  /** Number of products without the samples of a template. */
  readonly products: number;
  /** Number of products that people have changed and that are complete in the channel and locale of the page. */
  readonly complete: number;
  /** Number of published products that people have changed. */
  readonly published: number;
  /** It is null for those who cannot see tokens and keys. */
  readonly access:
    | readonly { readonly lastUsedAt: string | null; readonly revokedAt: string | null }[]
    | null;
}

/** Returns true for a change that a person made, in the console or a program: not by an import or a template. */
const isByHand = ({ change, origin, jobId, revert, actor }: ModelChange): boolean =>
  actor.type === 'user' && origin !== 'template' && jobId === null && !revert && change !== 'DELETED';

/** Returns the SKUs of products that people have created or changed, outside of jobs. */
export const ownSkus = (summary: readonly ActivityCount[]): readonly string[] => [
  ...new Set(
    summary
      .filter(({ actor, type }) => actor.type === 'user' && /^product\.(created|updated)$/.test(type))
      .flatMap(({ refs }) => refs),
  ),
];

export type OnboardingStep = 'model' | 'import' | 'complete' | 'publish' | 'access' | 'request';

/** Returns the steps from an empty catalogue to the first request of a program, and which of them are done. */
export function toOnboardingSteps(
  progress: OnboardingProgress,
): readonly { readonly step: OnboardingStep; readonly isDone: boolean }[] {
  const { modelChanges, products, complete, published, access } = progress;
  return [
    { step: 'model', isDone: modelChanges.some(isByHand) },
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
