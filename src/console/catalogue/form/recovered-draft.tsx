import { Button, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { CopyText } from '../../ui/labels/copy-text.tsx';
import { findStoredDraft } from './draft-store.ts';
import { useDraft, useFormContext } from './form-context.ts';
import type { FormModel } from './form-model.ts';

/** Shows the text that was typed for an object that no longer exists, so that it can be copied. */
export function RecoveredDraft({ code }: { readonly code: string }) {
  const me = useQuery(meQuery).data;
  const storedValues = me === undefined ? [] : findStoredDraft(localStorage, me.user?.id ?? '', code);
  if (storedValues.length === 0) return null;
  return (
    <section aria-label={t('Your entries')}>
      <Paper withBorder p="md" mb="lg">
        <h2>{t('Your entries are kept in this browser:')}</h2>
        <ul className="plain-list unsaved">
          {storedValues.map(({ attribute, label, channel, locale, currency, text }) => (
            <li key={[attribute, channel, locale, currency].join(' ')}>
              <strong>{label}</strong>
              <span className="unsaved-text">{text}</span>
              <CopyText name={label} text={text} />
            </li>
          ))}
        </ul>
      </Paper>
    </section>
  );
}

/** Shows the typed values of attributes that the form does not have, because they were deleted or left the set. */
export function OrphanedValues({ model }: { readonly model: FormModel }) {
  const { store, source } = useFormContext();
  const draft = useDraft(store);
  const codes = useMemo(
    () => new Set(model.groups.flatMap(({ fields }) => fields.map(({ attribute }) => attribute.code))),
    [model],
  );
  const lost = [...draft.values()].filter(({ attribute }) => !codes.has(attribute));
  if (lost.length === 0) return null;
  return (
    <section aria-label={t('Fields that are gone')}>
      <Paper withBorder p="md" mb="lg">
        <h2>{source.texts.orphaned}</h2>
        <ul className="plain-list unsaved">
          {lost.map((one) => (
            <li key={`${one.attribute} ${one.channel} ${one.locale} ${one.currency}`}>
              <strong>{one.label}</strong>
              <span className="unsaved-text">{one.text}</span>
              <span className="row">
                <CopyText name={one.label} text={one.text} />
                <Button size="compact-sm" variant="default" onClick={() => store.remove([one])}>
                  {t('Discard')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </Paper>
    </section>
  );
}
