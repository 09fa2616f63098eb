import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settled } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { type Exposable, FRONT_ENDS_KEY, type FrontEnd, UPDATE_FRONT_END } from './front-end-documents.ts';
import { changesOf, type FrontEndDraft, isPublicChange, patchOf } from './front-end-draft.ts';
import { exposureDiff, type SchemaDiff } from './schema-diff.ts';
import { SchemaDiffView } from './schema-diff-view.tsx';

/** Saves the changes of a draft; where they change what is public, it is shown first. */
export function SaveBar(props: {
  readonly frontEnd: FrontEnd;
  readonly stored: FrontEndDraft;
  readonly draft: FrontEndDraft;
  readonly exposable: Exposable;
  /** The default locale of the organization. */
  readonly locale: string;
  readonly onDone: () => void;
}) {
  const { frontEnd, stored, draft, exposable, locale, onDone } = props;
  const queryClient = useQueryClient();
  const [diff, setDiff] = useState<SchemaDiff | null>(null);
  const write = async (dryRun: boolean) => {
    const { code, version } = frontEnd;
    const input = patchOf(stored, draft, locale);
    return settled((await request(UPDATE_FRONT_END, { code, version, dryRun, input })).updateStorefront);
  };
  const saving = useMutation({
    mutationFn: () => write(false),
    onError: notifyError,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: FRONT_ENDS_KEY });
      notifySuccess(t('{name} saved.', { name: frontEnd.label }));
      onDone();
    },
  });
  const reviewing = useMutation({
    mutationFn: async () => {
      await write(true);
      return exposureDiff(stored, draft, exposable);
    },
    onError: notifyError,
    onSuccess: setDiff,
  });
  const changes = changesOf(stored, draft);
  return (
    <>
      <section className="save-bar" aria-label={t('Unsaved changes')}>
        <span>{t('Unsaved changes')}</span>
        <Button variant="default" size="xs" onClick={onDone}>
          {t('Discard')}
        </Button>
        <Button
          size="xs"
          loading={saving.isPending || reviewing.isPending}
          onClick={() => (isPublicChange(changes) ? reviewing.mutate() : saving.mutate())}
        >
          {isPublicChange(changes) ? t('Review and save') : t('Save')}
        </Button>
      </section>
      <Dialog title={diff === null ? null : t('What becomes public')} onClose={() => setDiff(null)}>
        {diff === null ? null : (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              saving.mutate();
            }}
          >
            <SchemaDiffView diff={diff} />
            <FormButtons submit={t('Save')} isBusy={saving.isPending} onCancel={() => setDiff(null)} />
          </form>
        )}
      </Dialog>
    </>
  );
}
