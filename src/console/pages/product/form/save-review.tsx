import { Button, TextInput } from '@mantine/core';
import { localeName } from '../../../language/locale-name.ts';
import { t } from '../../../language/t.ts';
import { type DraftValue, keyOf } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { ConflictChoice } from './field/conflict-choice.tsx';
import { useDraft, useForm, useRemarks } from './form-context.ts';
import { shownText } from './shown/shown-text.ts';

/** Shows the unsaved values one by one: position, old value, new value, and the reason of a rejection. */
export function SaveReview(props: {
  readonly store: DraftStore;
  readonly comment: string;
  readonly onComment: (comment: string) => void;
}) {
  const { store, comment, onComment } = props;
  const { channels } = useForm();
  const draft = useDraft(store);
  const remarks = useRemarks(store);
  const placeOf = ({ channel, locale }: DraftValue) => [
    ...(locale === null ? [] : [localeName(locale)]),
    ...(channel === null ? [] : [channels.find(({ code }) => code === channel)?.label ?? channel]),
  ];
  return (
    <>
      <TextInput
        className="save-bar-narrow"
        label={t('Comment')}
        value={comment}
        onChange={({ currentTarget }) => onComment(currentTarget.value)}
      />
      <ul className="plain-list unsaved">
        {[...draft.values()].map((one) => {
          const remark = remarks.get(keyOf(one));
          const reason = remark?.reason ?? one.fault;
          return (
            <li key={keyOf(one)}>
              <span className="row">
                <strong>{one.label}</strong>
                <span className="quiet">{placeOf(one).join(' · ')}</span>
              </span>
              <span className="row" style={{ gap: '2px 8px' }}>
                <del>{shownText(one.baseText) || t('empty')}</del>
                <span aria-hidden="true">→</span>
                <ins>{shownText(one.text) || t('empty')}</ins>
              </span>
              {reason === null || reason === undefined ? null : <p className="field-fault">{reason}</p>}
              {remark?.met === undefined ? null : (
                <ConflictChoice store={store} draft={one} met={remark.met} />
              )}
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('Discard the change of {field}', { field: one.label })}
                onClick={() => store.remove([one])}
              >
                {t('Discard')}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
