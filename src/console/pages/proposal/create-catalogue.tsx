import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { mayConfigure, workspaceQuery } from '../../api/workspace.ts';
import { makeChange } from '../../catalogue/undo/make-change.ts';
import { useUndo } from '../../catalogue/undo/use-undo.ts';
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

/** Shows what the columns of an uploaded spreadsheet become, and makes the catalogue of it. */
export function CreateCatalogue() {
  const { uploadId } = useParams({ from: '/authenticated/proposals/$uploadId' });
  const { label, locales, currencies } = useSearch({ from: '/authenticated/proposals/$uploadId' });
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const [publish, setPublish] = useState(false);
  const input: ProposalInput = {
    uploadId,
    channelLabel: label ?? null,
    locales: listOf(locales),
    currencies: listOf(currencies),
    attributeSet: 'product',
    attributeSetLabel: t('Product'),
    decisions: [...decisions],
    publish,
  };
  const role = useQuery(workspaceQuery).data?.me.role;
  const mayCreate = role !== undefined && mayConfigure(role);
  const proposal = useQuery({
    ...proposalQuery(input),
    placeholderData: keepPreviousData,
    enabled: mayCreate,
  });
  const creating = useCreateCatalogue(input);
  const decide = (decision: Decision) =>
    setDecisions((before) => [...before.filter(({ column }) => column !== decision.column), decision]);
  if (role !== undefined && !mayCreate)
    return (
      <EmptyState title={t('The catalogue is empty')} area="products">
        {t('An owner, admin or manager chooses how it begins. Ask one of them.')}
      </EmptyState>
    );
  return (
    <QueryResult query={proposal} what={t('the columns')} shape="rows">
      {(result) => (
        <Stack>
          <Summary proposal={result} />
          {/* A decision that does not fit is shown beside the last proposal. */}
          {proposal.error === null ? null : <ErrorAlert error={proposal.error} />}
          <ProposedColumns columns={result.columns} isBusy={proposal.isFetching} onDecide={decide} />
          <Faults proposal={result} />
          {creating.error === null ? null : <ErrorAlert error={creating.error} />}
          <Group>
            <Checkbox
              label={t('Publish the products')}
              checked={publish}
              onChange={({ currentTarget }) => setPublish(currentTarget.checked)}
            />
            <Button
              loading={creating.isPending}
              disabled={proposal.isFetching || proposal.isError}
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

/** Makes the catalogue and waits for its products, which the undo takes back; the model stays. */
function useCreateCatalogue(input: ProposalInput) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  return useMutation({
    mutationFn: async () => {
      let jobId = '';
      const undo = await makeChange(
        async () => {
          const created = await applyProposal(input);
          jobId = created.jobId ?? '';
          return created;
        },
        () => undefined,
      );
      return { jobId, undo };
    },
    onSuccess: async ({ jobId, undo }) => {
      notifySuccess(t('The catalogue is created.'), undoable(undo));
      await queryClient.invalidateQueries();
      await navigate({ to: '/jobs/$id', params: { id: jobId } });
    },
  });
}
