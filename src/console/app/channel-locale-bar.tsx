import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ChannelLocale, toCompareParam, useViewScope } from '../api/view-scope.ts';
import type { CellOption } from '../catalogue/values/cell-value.ts';
import { OptionEditor } from '../catalogue/values/option-editor.tsx';
import { t } from '../i18n/translate.ts';
import { ChevronDownIcon } from '../ui/icons.ts';

const labelOf = ({ channel, locale }: ChannelLocale) => `${channel.label} · ${locale.label}`;

/** Shows the channel and locale, and those to compare with, which all pages obey. */
export function ChannelLocaleBar() {
  const { channels, channel, locale, compare, choose } = useViewScope();
  if (channel === null || locale === null) return null;
  const contexts = channels.flatMap((one) => one.locales.map((of) => ({ channel: one, locale: of })));
  const toOption = (context: ChannelLocale): CellOption => ({
    code: toCompareParam(context, undefined),
    label: labelOf(context),
    names: [context.locale.code, context.channel.code],
  });
  const find = (code: string) => contexts.find((context) => toCompareParam(context, undefined) === code);
  const here = { channel, locale };
  const none = { code: '', label: t('No comparison'), names: [] };
  // The other locales of the same channel first.
  const [near = [], far = []] = [true, false].map((isNear) =>
    contexts.filter((one) => (one.channel.code === channel.code) === isNear),
  );
  const others = [...near.filter((one) => one.locale.code !== locale.code), ...far];
  return (
    <div className="context-bar">
      <Picker
        label={t('Channel and locale')}
        text={labelOf(here)}
        value={toCompareParam(here, undefined)}
        options={contexts.map(toOption)}
        onChoose={(code) => {
          const selectedContext = find(code);
          if (selectedContext === undefined) return;
          const isSwapped = compare !== null && labelOf(compare) === labelOf(selectedContext);
          const beside = compare === null ? null : isSwapped ? here : compare;
          choose({
            channel: selectedContext.channel.code,
            locale: selectedContext.locale.code,
            compare: beside === null ? undefined : toCompareParam(beside, selectedContext.channel.code),
          });
        }}
      />
      {others.length === 0 ? null : (
        <Picker
          label={t('Compare with')}
          text={compare === null ? t('Compare') : t('with {locale}', { locale: labelOf(compare) })}
          value={compare === null ? '' : toCompareParam(compare, undefined)}
          options={[...(compare === null ? [] : [none]), ...others.map(toOption)]}
          isQuiet={compare === null}
          onChoose={(code) => {
            const selectedContext = find(code);
            choose({
              compare: selectedContext === undefined ? '' : toCompareParam(selectedContext, channel.code),
            });
          }}
        />
      )}
    </div>
  );
}

/** Shows a button that opens a list; typing narrows it. */
function Picker(props: {
  readonly label: string;
  readonly text: string;
  readonly value: string;
  readonly options: readonly CellOption[];
  readonly isQuiet?: boolean;
  readonly onChoose: (code: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="picker" data-quiet={props.isQuiet}>
      {isOpen ? (
        <OptionEditor
          label={props.label}
          options={props.options}
          chosen={[props.value]}
          isMany={false}
          typed={null}
          startsAtChosen
          onCommit={([chosen]) => props.onChoose(chosen?.code ?? '')}
          onDone={(direction) => {
            if (direction === 'none') return setIsOpen(false);
            flushSync(() => setIsOpen(false));
            button.current?.focus();
          }}
        />
      ) : (
        <button
          ref={button}
          type="button"
          aria-label={`${props.label}: ${props.text}`}
          aria-haspopup="listbox"
          title={props.label}
          onClick={() => setIsOpen(true)}
        >
          <span className="cut">{props.text}</span>
          <ChevronDownIcon />
        </button>
      )}
    </span>
  );
}
