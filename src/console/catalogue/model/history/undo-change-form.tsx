import { Radio, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import type { RevertSelection } from '../../jobs/undo-documents.ts';
import { UndoForm } from '../../undo/undo-form.tsx';
import { EFFECTS, type Effects } from '../effects/effect-documents.ts';
import { EffectPanel } from '../effects/effect-panel.tsx';
import { changeSentence } from './change-sentence.ts';
import { ChangedFields } from './changed-fields.tsx';
import { groupSentence, savedTogether } from './group-changes.ts';
import { type ConfigurationChange, loadConfigurationChanges } from './history-documents.ts';
import { objectPhrase } from './object-phrase.ts';

const UNDO_EFFECTS = graphql(
  `
  mutation UndoEffects($selection: ChangeSelectionInput!) {
    revertChanges(input: { selection: $selection, dryRun: true }) {
      __typename
      ... on RevertChangesPayload { effects { ...EffectParts } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT, EFFECTS],
);

/** Loads what an undo does to products and entities; null for one that is a job. */
const loadUndoEffects = async (selection: RevertSelection, signal: AbortSignal) =>
  unwrapPayload((await request(UNDO_EFFECTS, { selection }, signal)).revertChanges).effects;

/**
 * Shows what an undo makes of the fields and the products, and runs it: of all changes that were saved together, or of
 * one of them.
 */
export function UndoChangeForm(props: {
  readonly change: ConfigurationChange;
  /** True if the change alone is taken back, unless a person chooses otherwise. */
  readonly isPart: boolean;
  readonly onClose: () => void;
}) {
  const { change, isPart, onClose } = props;
  const together = savedTogether(change);
  const query = useQuery({
    queryKey: ['configuration changes', together],
    queryFn: ({ signal }) => loadConfigurationChanges(together, null, signal),
  });
  const [isAlone, setIsAlone] = useState(isPart);
  const selection = isAlone ? { sequences: [change.sequence] } : together;
  const effects = useQuery({
    queryKey: ['effects of undo', selection],
    queryFn: ({ signal }) => loadUndoEffects(selection, signal),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <QueryResult query={query} what={t('changes')}>
      {({ nodes: [first = change, ...others], pageInfo: { hasNextPage } }) => (
        <UndoForm
          subject={
            isAlone
              ? changeSentence(change)
              : groupSentence({ changes: [first, ...others], isPartial: hasNextPage })
          }
          selection={selection}
          verb={t('Undo')}
          onClose={onClose}
        >
          {others.length === 0 ? null : (
            <Radio.Group
              aria-label={t('Changes')}
              value={isAlone ? 'one' : 'all'}
              onChange={(value) => setIsAlone(value === 'one')}
            >
              <Stack gap={6}>
                <Radio
                  value="all"
                  label={
                    hasNextPage
                      ? t('All changes that were saved together')
                      : t('All {count} changes that were saved together', { count: others.length + 1 })
                  }
                />
                <Radio value="one" label={t('Only {what}', { what: objectPhrase(change) })} />
              </Stack>
            </Radio.Group>
          )}
          <RevertedFields changes={isAlone ? [change] : [first, ...others]} />
          {hasNextPage && !isAlone ? (
            <Text c="dimmed">{t('The first {count} are shown.', { count: others.length + 1 })}</Text>
          ) : null}
          {effects.isError || effects.data === null ? null : (
            <EffectPanel query={effects as UseQueryResult<Effects>} error={null} />
          )}
        </UndoForm>
      )}
    </QueryResult>
  );
}

/** Shows changes as an undo makes them: the present value of each field, and the one that it is given back. */
const RevertedFields = ({ changes }: { readonly changes: readonly ConfigurationChange[] }) => (
  <ul className="plain-list" aria-label={t('Changed fields')}>
    {changes.map((change) => (
      <li key={change.sequence}>
        <Text span fw={500}>
          {revertedPhrase(change)}
        </Text>
        {change.change === 'UPDATED' ? (
          <ChangedFields
            changes={change.changes.map((field) => ({ ...field, old: field.new, new: field.old }))}
            isTruncated={change.changesTruncated}
          />
        ) : null}
      </li>
    ))}
  </ul>
);

function revertedPhrase(change: ConfigurationChange): string {
  const phrase = objectPhrase(change);
  const what = phrase.charAt(0).toLocaleUpperCase(localeTag) + phrase.slice(1);
  if (change.change === 'CREATED') return t('{what} is deleted', { what });
  return change.change === 'DELETED' ? t('{what} is restored', { what }) : what;
}
