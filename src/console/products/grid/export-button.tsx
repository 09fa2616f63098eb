import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { tellFailure } from '../../shell/tell.tsx';
import { RUN_EXPORT } from './grid-documents.ts';

/** The profile that every organization begins with. */
const PROFILE = 'products_csv';

/** Writes what was found into a file: a job, whose page has the link to it. */
export function ExportButton({ filter }: { readonly filter: object }) {
  const router = useRouter();
  const exporting = useMutation({
    mutationFn: async () => settled((await request(RUN_EXPORT, { code: PROFILE, filter })).runProfile),
    onError: tellFailure,
    onSuccess: ({ job }) => router.navigate({ to: '/jobs/$id', params: { id: job.id } }),
  });
  return (
    <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate()}>
      Export as CSV
    </Button>
  );
}
