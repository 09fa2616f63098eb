import { Button, TextInput } from '@mantine/core';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { type DraftValue, valueKey } from './draft.ts';
import { ConflictResolution } from './field/conflict-resolution.tsx';
import { useDraft, useFormContext, useValueIssues } from './form-context.ts';
import { displayText } from './read-only/display-text.ts';

/** Shows the unsaved values one by one: position, old value, new value, and the reason of a rejection. */
export function SaveReview(props: {
  readonly comment: string;
  readonly onComment: (comment: string) => void;
}) {
  const { comment, onComment } = props;
  const { store, channels } = useFormContext();
  const draft = useDraft(store);
  const remarks = useValueIssues(store);
  const scopeOf = ({ channel, locale }: DraftValue) => [
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
          const remark = remarks.get(valueKey(one));
          const reason = remark?.reason ?? one.fault;
          return (
            <li key={valueKey(one)}>
              <span className="row">
                <strong>{one.label}</strong>
                <span className="quiet">{scopeOf(one).join(' · ')}</span>
              </span>
              <span className="row" style={{ gap: '2px 8px' }}>
                <del>{displayText(one.baseText) || t('empty')}</del>
                <span aria-hidden="true">→</span>
                <ins>{displayText(one.text) || t('empty')}</ins>
              </span>
              {reason === null || reason === undefined ? null : <p className="field-fault">{reason}</p>}
              {remark?.met === undefined ? null : (
                <ConflictResolution store={store} draft={one} met={remark.met} />
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
