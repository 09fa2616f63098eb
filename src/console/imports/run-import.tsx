import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { settled } from '../api/problem.ts';
import { request } from '../api/request.ts';
import { uploadImport } from '../api/upload.ts';
import { isOver } from '../jobs/job-documents.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { RowErrors } from '../jobs/row-errors.tsx';
import { useJob } from '../jobs/use-job.ts';
import { FailureNote, Loaded } from '../shell/states.tsx';
import { CREATE_PROFILE, type Profile, profilesQuery, UPDATE_PROFILE } from './import-documents.ts';
import { type Choices, mappingOf } from './mapping.ts';

/** Tries the whole file, tells what would become of it, and imports it. */
export function RunImport(props: {
  readonly file: File;
  readonly profile: Profile;
  readonly profiles: readonly Profile[];
  readonly choices: Choices;
}) {
  const { file, profile, profiles, choices } = props;
  const router = useRouter();
  const queryClient = useQueryClient();
  const [name, setName] = useState(`${profile.code}_mine`);
  const [triedId, setTriedId] = useState<string | null>(null);
  const isChanged = Object.keys(choices).length > 0;
  const running = useMutation({
    mutationFn: async (dryRun: boolean) => {
      if (!isChanged) return uploadImport(profile.code, file, dryRun);
      const code = await keepProfile(name.trim(), profile, profiles, choices);
      await queryClient.invalidateQueries({ queryKey: profilesQuery.queryKey });
      return uploadImport(code, file, dryRun);
    },
    onSuccess: (id, dryRun) => {
      if (dryRun) return setTriedId(id);
      return router.navigate({ to: '/jobs/$id', params: { id } });
    },
  });
  return (
    <Stack>
      {isChanged ? (
        <TextInput
          label="Keep these columns as profile"
          description="Files of this kind are read so from now on when this profile is chosen."
          value={name}
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      ) : null}
      {running.isError ? <FailureNote error={running.error} /> : null}
      <Group>
        <Button
          variant="default"
          loading={running.isPending && running.variables}
          onClick={() => running.mutate(true)}
        >
          Try the whole file
        </Button>
        <Button loading={running.isPending && !running.variables} onClick={() => running.mutate(false)}>
          Import
        </Button>
      </Group>
      {triedId === null ? null : <TryReport jobId={triedId} />}
    </Stack>
  );
}

async function keepProfile(
  code: string,
  base: Profile,
  profiles: readonly Profile[],
  choices: Choices,
): Promise<string> {
  const mapping = mappingOf(base, choices);
  if (profiles.some((profile) => profile.code === code)) {
    settled((await request(UPDATE_PROFILE, { code, mapping })).updateImportExportProfile);
    return code;
  }
  const { direction, resource, format } = base;
  const input = { code, direction, resource, format, mapping };
  settled((await request(CREATE_PROFILE, { input })).createImportExportProfile);
  return code;
}

/** What the import would do; nothing of it is stored. */
function TryReport({ jobId }: { readonly jobId: string }) {
  const query = useJob(jobId);
  return (
    <Stack>
      <Title order={3} size="h5">
        What would happen
      </Title>
      <Loaded query={query} what="the report">
        {(job) =>
          job === null ? null : (
            <>
              <JobProgress job={job} />
              {isOver(job) && job.progress.failed > 0 ? <RowErrors jobId={jobId} /> : null}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}
