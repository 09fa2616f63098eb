import { t } from '../language/t.ts';
import { ChevronDownIcon } from '../ui/icons.ts';
import { useViewScope } from './view-scope.ts';

/** The channel, the locale and the locale to compare with, which all pages obey. */
export function ContextBar() {
  const { channels, channel, locale, compare, choose } = useViewScope();
  if (channel === null || locale === null) return null;
  const others = channel.locales.filter(({ code }) => code !== locale.code);
  return (
    <div className="context-bar">
      <Picker
        label={t('Channel')}
        value={channel.code}
        choices={channels}
        onChoose={(code) => choose({ channel: code })}
      />
      <Picker
        label={t('Locale')}
        value={locale.code}
        choices={channel.locales}
        onChoose={(code) => choose({ locale: code })}
      />
      {others.length === 0 ? null : (
        <Picker
          label={t('Compare with')}
          value={compare?.code ?? ''}
          choices={[
            { code: '', label: compare === null ? t('Compare') : t('No comparison') },
            ...others.map(({ code, label }) => ({
              code,
              label: code === compare?.code ? t('with {locale}', { locale: label }) : label,
            })),
          ]}
          isQuiet={compare === null}
          onChoose={(code) => choose({ compare: code })}
        />
      )}
    </div>
  );
}

function Picker(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly code: string; readonly label: string }[];
  readonly isQuiet?: boolean;
  readonly onChoose: (code: string) => void;
}) {
  return (
    <span className="picker" data-quiet={props.isQuiet}>
      <select
        aria-label={props.label}
        title={props.label}
        value={props.value}
        onChange={({ currentTarget }) => props.onChoose(currentTarget.value)}
      >
        {props.choices.map(({ code, label }) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDownIcon />
    </span>
  );
}
