import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { settled } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import {
  FRONT_ENDS_KEY,
  type FrontEnd,
  SCHEMA_AFTER,
  SCHEMA_NOW,
  UPDATE_FRONT_END,
} from './front-end-documents.ts';
import { changesOf, type FrontEndDraft, isPublicChange, patchOf } from './front-end-draft.ts';
import { type SchemaDiff, schemaDiff } from './schema-diff.ts';
import { SchemaDiffView } from './schema-diff-view.tsx';

/** Saves the changes of a draft; where they change what is public, it is shown first. */
export function SaveBar(props: {
  readonly frontEnd: FrontEnd;
  readonly stored: FrontEndDraft;
  readonly draft: FrontEndDraft;
  /** The default locale of the organization. */
  readonly locale: string;
  readonly onDone: () => void;
}) {
  const { frontEnd, stored, draft, locale, onDone } = props;
  const queryClient = useQueryClient();
  const [diff, setDiff] = useState<SchemaDiff | null>(null);
  const { code, version } = frontEnd;
  const input = () => patchOf(stored, draft, locale);
  const saving = useMutation({
    mutationFn: async () => {
      const variables = { code, version, dryRun: false, input: input() };
      return settled((await request(UPDATE_FRONT_END, variables)).updateStorefront);
    },
    onError: notifyError,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: FRONT_ENDS_KEY });
      notifySuccess(t('{name} saved.', { name: frontEnd.label }));
      onDone();
    },
  });
  const reviewing = useMutation({
    mutationFn: async () => {
      const [now, after] = await Promise.all([
        request(SCHEMA_NOW, { code }),
        request(SCHEMA_AFTER, { code, version, input: input() }),
      ]);
      return schemaDiff(
        now.storefront?.schema ?? '',
        settled(after.updateStorefront).storefront.schema ?? '',
      );
    },
    onError: notifyError,
    onSuccess: setDiff,
  });
  const changes = changesOf(stored, draft);
  return (
    <>
      <section className="save-bar" aria-label={t('Unsaved changes')}>
        <Text mr={{ base: 'auto', xs: 'lg' }}>{t('Unsaved changes')}</Text>
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
      <Dialog title={diff === null ? null : t('Changes of the public schema')} onClose={() => setDiff(null)}>
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
