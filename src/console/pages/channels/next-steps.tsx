import type { Draft } from '../../catalogue/model/config-page-types.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';

interface Channel {
  readonly code: string;
  readonly active: boolean;
  readonly locales: readonly { readonly code: string }[];
}

/** Links to what a channel needs that was given another locale: texts of its products, and labels of the model. */
export function NextSteps({ item, saved }: { readonly item: Channel; readonly saved: Draft }) {
  const { base, value } = (saved.locales ?? { base: [], value: [] }) as {
    readonly base: readonly string[];
    readonly value: readonly string[];
  };
  const stored = item.locales.map(({ code }) => code);
  // They are gone if the save was undone.
  const added = value.filter((code) => !base.includes(code) && stored.includes(code));
  const source = base.find((code) => stored.includes(code));
  return added.map((locale) => (
    <section key={locale} className="object-save" aria-label={t('Next steps')}>
      <strong>{t('Next steps for {locale}', { locale: localeName(locale) })}</strong>
      <ul className="plain-list">
        {item.active ? <TextLinks channel={item.code} locale={locale} source={source} /> : null}
        <li>
          <TextLink to="/model/labels" search={{ missing: locale }}>
            {t('Add missing labels')}
          </TextLink>
        </li>
      </ul>
    </section>
  ));
}

function TextLinks(props: {
  readonly channel: string;
  readonly locale: string;
  /** Locale of the channel that texts are translated from. */
  readonly source: string | undefined;
}) {
  const { channel, locale, source } = props;
  const scope = { channel, locale, compare: source };
  return (
    <>
      <li>
        <TextLink to="/products" search={{ ...scope, open: 'copy-texts' }}>
          {source === undefined
            ? t('Copy texts from another locale')
            : t('Copy texts from {locale}', { locale: localeName(source) })}
        </TextLink>
      </li>
      <li>
        <TextLink to="/products" search={{ ...scope, open: 'export-texts' }}>
          {t('Export texts to translate')}
        </TextLink>
      </li>
    </>
  );
}
