import { useQuery } from '@tanstack/react-query';
import type { WorkProps } from '../../catalogue/model/config-page-types.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { type AttributeSet, setReadinessQuery } from './set-documents.ts';

/** Shows how many products of a set are complete, by channel and locale: now, and after the draft is saved. */
export function ReadinessSide({ item, form }: WorkProps<AttributeSet>) {
  const readiness = useQuery(setReadinessQuery(item.code)).data ?? [];
  const entries = readiness.filter(({ products }) => products > 0);
  if (entries.length === 0) return null;
  const effects = form.effects?.data?.products ?? [];
  const countOf = (kind: string, channel: string, locale: string) =>
    effects.find((one) => one.kind === kind && one.channel === channel && one.locale === locale)?.count ?? 0;
  const byChannel = [...Map.groupBy(entries, ({ channel }) => channel.code).values()];
  return (
    <section className="set-readiness">
      <h2>{t('Complete products')}</h2>
      <table>
        {byChannel.map((ofChannel) => (
          <tbody key={ofChannel[0]?.channel.code}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {ofChannel[0]?.channel.label}
              </th>
            </tr>
            {ofChannel.map(({ channel, locale, products, complete }) => {
              const next =
                complete +
                countOf('COMPLETE', channel.code, locale.code) -
                countOf('INCOMPLETE', channel.code, locale.code);
              return (
                <tr
                  key={locale.code}
                  data-trend={next < complete ? 'down' : next > complete ? 'up' : undefined}
                >
                  <th scope="row">{localeName(locale.code)}</th>
                  <td className="number">
                    {complete.toLocaleString(localeTag)}
                    {next === complete ? null : (
                      <strong>
                        {' → '}
                        {next.toLocaleString(localeTag)}
                      </strong>
                    )}
                    <span className="quiet"> / {products.toLocaleString(localeTag)}</span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </section>
  );
}
