import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../../api/workspace.ts';
import { t } from '../../../language/t.ts';
import { CopyText } from '../../../ui/labels/copy-text.tsx';
import { findKeptDraft } from './draft-store.ts';

/** What was typed for a product that is no longer there, so that it can be copied. */
export function KeptText({ sku }: { readonly sku: string }) {
  const me = useQuery(meQuery).data;
  const kept = me === undefined ? [] : findKeptDraft(localStorage, me.user?.id ?? '', sku);
  if (kept.length === 0) return null;
  return (
    <section className="kept-text" aria-label={t('Your entries')}>
      <h2>{t('Your entries are kept in this browser:')}</h2>
      <ul className="unsaved">
        {kept.map(({ attribute, label, channel, locale, currency, text }) => (
          <li key={[attribute, channel, locale, currency].join(' ')}>
            <strong>{label}</strong>
            <span className="unsaved-text">{text}</span>
            <CopyText name={label} text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
