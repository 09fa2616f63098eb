import { RequiredChannels } from '../../catalogue/model/attributes/required-channels.tsx';
import { UsageSection } from '../../catalogue/model/usage-list.tsx';
import { t } from '../../i18n/translate.ts';
import type { Attribute } from './attribute-documents.ts';
import { ClearValues } from './clear/clear-values.tsx';

/** Shows where an attribute is used and where it is required. */
export function AttributeSections({ item }: { readonly item: Attribute }) {
  const { attributeSets, requiredIn } = item;
  return (
    <>
      <section className="object-section">
        <h3>{t('Attribute sets')}</h3>
        {attributeSets?.length ? (
          <ul className="plain-list">
            {attributeSets.map((set) => (
              <li key={set.code}>{set.label}</li>
            ))}
          </ul>
        ) : (
          <p className="quiet">{t('In no attribute set.')}</p>
        )}
        {requiredIn?.length ? (
          <p className="quiet">
            {t('Required in')}: <RequiredChannels channels={requiredIn} />
          </p>
        ) : null}
      </section>
      <UsageSection item={item} />
      <ClearValues item={item} />
    </>
  );
}
