import { Center, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isOnboardingDismissed, setOnboardingDismissed } from '../../api/dismissed-onboarding.ts';
import type { Workspace } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { ACTIVITY_TYPES } from './activity.ts';
import { activityQuery, type HomeCatalogue, type HomeScope, ownProductsQuery } from './home-documents.ts';
import {
  type OnboardingProgress,
  type OnboardingStep,
  ownSkus,
  toOnboardingSteps,
} from './onboarding-steps.ts';

const DRAFTS = [{ field: 'status', operator: 'eq', value: 'draft' }];

const STEPS: Readonly<Record<OnboardingStep, { readonly link: ReactNode; readonly text: string }>> = {
  model: {
    link: <TextLink to="/model/attribute-sets/{-$code}">{t('Define the model')}</TextLink>,
    text: t('An attribute set lists the attributes of its products.'),
  },
  import: {
    link: <TextLink to="/imports">{t('Import products')}</TextLink>,
    text: t('From a file, or create the first one by hand.'),
  },
  complete: {
    link: <TextLink to="/products">{t('Complete a product')}</TextLink>,
    text: t('Enter what its attribute set requires.'),
  },
  publish: {
    link: (
      <TextLink to="/products" search={{ where: DRAFTS }}>
        {t('Publish a product')}
      </TextLink>
    ),
    text: t('Published products appear in storefronts.'),
  },
  access: {
    link: <TextLink to="/settings/storefronts">{t('Create key or token')}</TextLink>,
    text: t('A key for a storefront, a token for other programs.'),
  },
  request: {
    link: <TextLink to="/settings/storefronts">{t('Send first request')}</TextLink>,
    text: t('Copy one from the page of the storefront.'),
  },
};

/** Returns the look of the mark before a step. */
const lookOf = (isDone: boolean, isNext: boolean) =>
  isDone
    ? { c: 'var(--ok)', bg: 'var(--ok-soft)' }
    : isNext
      ? { c: 'var(--on-accent)', bg: 'var(--accent)' }
      : { c: 'dimmed', bd: '1px solid var(--control)' };

/** Shows the way from an empty catalogue to the first request, until it is done or the person has dismissed it. */
export function OnboardingChecklist(props: {
  readonly catalogue: HomeCatalogue;
  readonly here: HomeScope | null;
  readonly me: Workspace['me'];
}) {
  const { catalogue, here, me } = props;
  const [isDismissed, setIsDismissed] = useState(() => isOnboardingDismissed(me));
  const progress = useProgress(catalogue, isDismissed ? null : here);
  const steps = progress === null ? [] : toOnboardingSteps(progress);
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined || isDismissed) return null;
  const dismiss = (isOn: boolean) => {
    setOnboardingDismissed(me, isOn);
    setIsDismissed(isOn);
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby="first-steps">
      <Group gap="sm" align="baseline" wrap="nowrap" mb="xs">
        <Title order={2} flex={1} id="first-steps">
          {t('First steps')}
        </Title>
        <Text size="xs" c="var(--ink-3)">
          {t('{done} of {count} done', { done, count: steps.length })}
        </Text>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            dismiss(true);
            notifySuccess(t('First steps dismissed. You can show them again in your account.'), {
              label: t('Undo'),
              run: () => dismiss(false),
            });
          }}
        >
          {t('Dismiss')}
        </button>
      </Group>
      <ol className="plain-list steps">
        {steps.map(({ step, isDone }, index) => (
          <li key={step} data-done={isDone} aria-current={step === next.step ? 'step' : undefined}>
            <Center
              {...lookOf(isDone, step === next.step)}
              w={20}
              h={20}
              flex="none"
              fz="xs"
              bdrs="50%"
              role="img"
              aria-label={isDone ? t('Done') : t('To do')}
            >
              {isDone ? <CheckIcon /> : index + 1}
            </Center>
            <div>
              {STEPS[step].link}
              {step === next.step ? (
                <Text size="xs" c="dimmed">
                  {STEPS[step].text}
                </Text>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}

/** Returns what people have done so far; null until it is loaded. */
function useProgress(catalogue: HomeCatalogue, here: HomeScope | null): OnboardingProgress | null {
  const { accessTokens, storefrontKeys, all, samples, modelChanges, latestJobs } = catalogue;
  const activity = useQuery(activityQuery(ACTIVITY_TYPES, catalogue.events)).data;
  const skus = ownSkus(activity?.summary ?? []);
  const own = useQuery(ownProductsQuery(skus, here));
  if (activity === undefined || own.isLoading) return null;
  const { complete = 0, published = 0 } = own.data ?? {};
  // People publish many products at once by a job.
  const hasBulkEdit = latestJobs.nodes.some(({ type }) => type === 'BULK');
  return {
    modelChanges: modelChanges.nodes,
    products: (all.totalCount ?? 0) - (samples.totalCount ?? 0),
    complete,
    published: hasBulkEdit ? (catalogue.published.totalCount ?? 0) : published,
    access:
      accessTokens === undefined || storefrontKeys === undefined
        ? null
        : [...accessTokens.nodes, ...storefrontKeys.nodes],
  };
}
