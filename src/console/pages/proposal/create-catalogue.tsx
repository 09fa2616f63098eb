import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { mayConfigure, workspaceQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { EmptyState, ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import {
  applyProposal,
  type Decision,
  type Proposal,
  type ProposalInput,
  proposalQuery,
} from './proposal-documents.ts';
import { ProposedColumns } from './proposed-columns.tsx';

const listOf = (text: string | undefined) => (text === undefined ? null : text.split(','));

/** Decisions of a person about a proposal. */
interface Choices {
  readonly decisions: readonly Decision[];
  readonly publish: boolean;
}

/** Shows what the columns of an uploaded spreadsheet become, and makes the catalogue of it. */
export function CreateCatalogue() {
  const role = useQuery(workspaceQuery).data?.me.role;
  if (role === undefined) return null;
  return mayConfigure(role) ? (
    <ProposedCatalogue />
  ) : (
    <EmptyState title={t('The catalogue is empty')} area="products">
      {t('An owner, admin or manager chooses how it begins. Ask one of them.')}
    </EmptyState>
  );
}

function ProposedCatalogue() {
  const { choices, input, choosing } = useChoices();
  const proposal = useQuery(proposalQuery(input));
  const creating = useCreateCatalogue(input);
  const error = choosing.error ?? creating.error;
  return (
    <QueryResult query={proposal} what={t('the columns')} shape="rows">
      {(result) => (
        <Stack>
          <Summary proposal={result} />
          <ProposedColumns
            columns={result.columns}
            isBusy={choosing.isPending || creating.isPending}
            onDecide={(decision) =>
              choosing.mutate({
                ...choices,
                decisions: [
                  ...choices.decisions.filter(({ column }) => column !== decision.column),
                  decision,
                ],
              })
            }
          />
          <Faults proposal={result} />
          {error === null ? null : <ErrorAlert error={error} />}
          <Group>
            <Checkbox
              label={t('Publish the products')}
              checked={choices.publish}
              onChange={({ currentTarget }) =>
                choosing.mutate({ ...choices, publish: currentTarget.checked })
              }
            />
            <Button
              loading={creating.isPending}
              disabled={choosing.isPending}
              onClick={() => creating.mutate()}
            >
              {t('Create catalogue')}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryResult>
  );
}

/** Returns what is decided. A choice counts once the server has accepted it: one that does not fit changes nothing. */
function useChoices() {
  const { uploadId } = useParams({ from: '/authenticated/proposals/$uploadId' });
  const { label, locales, currencies } = useSearch({ from: '/authenticated/proposals/$uploadId' });
  const queryClient = useQueryClient();
  const [choices, setChoices] = useState<Choices>({ decisions: [], publish: false });
  const inputOf = ({ decisions, publish }: Choices): ProposalInput => ({
    uploadId,
    channelLabel: label ?? null,
    locales: listOf(locales),
    currencies: listOf(currencies),
    attributeSet: 'product',
    attributeSetLabel: t('Product'),
    decisions: [...decisions],
    publish,
  });
  const choosing = useMutation({
    mutationFn: (next: Choices) => queryClient.fetchQuery(proposalQuery(inputOf(next))),
    onSuccess: (_, next) => setChoices(next),
  });
  return { choices, input: inputOf(choices), choosing };
}

function Summary({ proposal: { columns, totalRows } }: { readonly proposal: Proposal }) {
  const unsure = columns.filter(({ sure }) => !sure).length;
  return (
    <Text role="status">
      {[
        totalRows === null
          ? t('More than 5,000 products')
          : t('{count, plural, one {# product} other {# products}}', { count: totalRows }),
        t('{count, plural, one {# column} other {# columns}}', { count: columns.length }),
        unsure === 0 ? t('all sure') : t('{count} to check', { count: String(unsure) }),
      ].join(' · ')}
    </Text>
  );
}

/** Messages that are listed; others follow in the job. */
const LISTED_FAULTS = 5;

function Faults({ proposal: { rows } }: { readonly proposal: Proposal }) {
  const faults = (rows ?? []).flatMap(({ row, errors }) =>
    errors.filter(({ level }) => level === 'ERROR').map(({ message }) => ({ row, message })),
  );
  if (faults.length === 0) return null;
  return (
    <section aria-label={t('Rows with errors')}>
      <Text fw={600}>
        {t('{count, plural, one {# cell} other {# cells}} of the first 50 rows cannot be read', {
          count: faults.length,
        })}
      </Text>
      <ul>
        {faults.slice(0, LISTED_FAULTS).map(({ row, message }) => (
          <li key={`${row} ${message}`}>{t('Row {row}: {message}', { row: String(row), message })}</li>
        ))}
      </ul>
    </section>
  );
}

/** Makes the model and starts the import, whose page shows how it goes. */
function useCreateCatalogue(input: ProposalInput) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => applyProposal(input),
    onSuccess: async (jobId) => {
      notifySuccess(t('The model is set up.'));
      await queryClient.invalidateQueries();
      await navigate({ to: '/jobs/$id', params: { id: jobId } });
    },
  });
}
