import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasEffects } from '../../catalogue/model/effects/effect-documents.ts';
import { EffectList } from '../../catalogue/model/effects/effect-panel.tsx';
import { useUndo } from '../../catalogue/undo/use-undo.ts';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { ChangedCategory } from './category-changes.ts';
import { type Deletion, deleteCategories, loadDeletion, previewDeletion } from './deletion.ts';
import { nameOf } from './use-category-changes.tsx';

interface Props {
  readonly categories: readonly ChangedCategory[];
  readonly onCancel: () => void;
  readonly onDeleted: (codes: readonly string[]) => void;
}

/** Shows what a deletion takes along before it happens: the categories below, and the products that lose them. */
export function DeleteForm(props: Props) {
  const codes = props.categories.map(({ key }) => key);
  const query = useQuery({
    queryKey: ['CATEGORY', 'deletion', codes],
    queryFn: () => loadDeletion(codes),
    gcTime: 0,
  });
  return (
    <QueryResult query={query} what={t('categories')}>
      {(deletion) => <LoadedForm {...props} deletion={deletion} />}
    </QueryResult>
  );
}

function LoadedForm(props: Props & { readonly deletion: Deletion }) {
  const { categories, deletion, onCancel, onDeleted } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [withBelow, setWithBelow] = useState(false);
  const codes = categories.map(({ key }) => key);
  const belowCount = deletion.subtree.length - codes.length;
  const count = withBelow ? deletion.totalCount : deletion.ownCount;
  const effects = useQuery({
    queryKey: ['CATEGORY', 'deletion', 'effects', codes, withBelow],
    queryFn: () => previewDeletion(codes, deletion, withBelow),
    enabled: count > 0,
    gcTime: 0,
    retry: false,
  }).data;
  const deleting = useMutation({
    mutationFn: () => deleteCategories(codes, deletion, withBelow),
    onSuccess: (undo) => {
      onDeleted(withBelow ? deletion.subtree.map(({ code }) => code) : codes);
      notifySuccess(t('{name} deleted.', { name: nameOf(categories) }), undoable(undo));
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        deleting.mutate();
      }}
    >
      <Stack gap="sm">
        {deleting.isError ? <ErrorAlert error={deleting.error} /> : null}
        {belowCount === 0 ? null : (
          <Radio.Group
            label={t('Categories below')}
            value={withBelow ? 'delete' : 'raise'}
            onChange={(value) => setWithBelow(value === 'delete')}
          >
            <Stack gap={4} mt={4}>
              <Radio value="raise" label={t('Move those right below up a level')} data-autofocus />
              <Radio
                value="delete"
                label={t(
                  '{count, plural, one {Delete the category below, too} other {Delete all # categories below, too}}',
                  {
                    count: belowCount,
                  },
                )}
              />
            </Stack>
          </Radio.Group>
        )}
        <p className="effect" role="status">
          {count === 0
            ? t('No product is affected.')
            : t('{count, plural, one {# product loses} other {# products lose}} it.', { count })}{' '}
          {count === 0 ? null : (
            <TextLink
              to="/products"
              search={{ advanced: { categories: { any: codes, descendants: withBelow } } }}
              target="_blank"
            >
              {t('Show')}
            </TextLink>
          )}
        </p>
        {effects !== undefined && hasEffects(effects) ? <EffectList effects={effects} /> : null}
        <FormButtons submit={t('Delete')} isBusy={deleting.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
