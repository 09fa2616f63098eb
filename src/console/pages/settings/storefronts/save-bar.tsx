import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { type SchemaDiff, schemaDiff } from './schema-diff.ts';
import { SchemaDiffView } from './schema-diff-view.tsx';
import {
  CURRENT_SCHEMA,
  PREVIEWED_SCHEMA,
  STOREFRONTS_QUERY_KEY,
  type Storefront,
  UPDATE_STOREFRONT,
} from './storefront-documents.ts';
import {
  changesPublicSchema,
  draftChanges,
  type StorefrontDraft,
  toStorefrontPatch,
} from './storefront-draft.ts';

/** Saves the changes of a draft; where they change what is public, it is shown first. */
export function SaveBar(props: {
  readonly storefront: Storefront;
  readonly stored: StorefrontDraft;
  readonly draft: StorefrontDraft;
  /** The default locale of the organization. */
  readonly locale: string;
  readonly onDone: () => void;
}) {
  const { storefront, stored, draft, locale, onDone } = props;
  const queryClient = useQueryClient();
  const [diff, setDiff] = useState<SchemaDiff | null>(null);
  const { code, version } = storefront;
  const input = () => toStorefrontPatch(stored, draft, locale);
  const saving = useMutation({
    mutationFn: async () => {
      const variables = { code, version, dryRun: false, input: input() };
      return unwrapPayload((await request(UPDATE_STOREFRONT, variables)).updateStorefront);
    },
    onError: notifyError,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: STOREFRONTS_QUERY_KEY });
      notifySuccess(t('{name} saved.', { name: storefront.label }));
      onDone();
    },
  });
  const reviewing = useMutation({
    mutationFn: async () => {
      const [now, after] = await Promise.all([
        request(CURRENT_SCHEMA, { code }),
        request(PREVIEWED_SCHEMA, { code, version, input: input() }),
      ]);
      return schemaDiff(
        now.storefront?.schema ?? '',
        unwrapPayload(after.updateStorefront).storefront.schema ?? '',
      );
    },
    onError: notifyError,
    onSuccess: setDiff,
  });
  const changes = draftChanges(stored, draft);
  return (
    <>
      <section className="staging-bar save-bar" aria-label={t('Unsaved changes')}>
        <strong>{t('Unsaved changes')}</strong>
        <span className="row staging-actions">
          <Button variant="default" size="xs" onClick={onDone}>
            {t('Discard')}
          </Button>
          <Button
            size="xs"
            loading={saving.isPending || reviewing.isPending}
            onClick={() => (changesPublicSchema(changes) ? reviewing.mutate() : saving.mutate())}
          >
            {changesPublicSchema(changes) ? t('Review and save') : t('Save')}
          </Button>
        </span>
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
