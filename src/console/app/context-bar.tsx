import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { compareCode, type ScopeContext, useViewScope } from '../api/view-scope.ts';
import type { CellOption } from '../catalogue/values/cell-value.ts';
import { OptionEditor } from '../catalogue/values/option-editor.tsx';
import { t } from '../language/t.ts';
import { ChevronDownIcon } from '../ui/icons.ts';

const labelOf = ({ channel, locale }: ScopeContext) => `${channel.label} · ${locale.label}`;

/** Shows the channel and locale, and those to compare with, which all pages obey. */
export function ContextBar() {
  const { channels, channel, locale, compare, choose } = useViewScope();
  if (channel === null || locale === null) return null;
  const contexts = channels.flatMap((one) => one.locales.map((of) => ({ channel: one, locale: of })));
  const toOption = (context: ScopeContext): CellOption => ({
    code: compareCode(context, undefined),
    label: labelOf(context),
    names: [context.locale.code, context.channel.code],
  });
  const find = (code: string) => contexts.find((context) => compareCode(context, undefined) === code);
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
        value={compareCode(here, undefined)}
        options={contexts.map(toOption)}
        onChoose={(code) => {
          const found = find(code);
          if (found === undefined) return;
          const isSwapped = compare !== null && labelOf(compare) === labelOf(found);
          const beside = compare === null ? null : isSwapped ? here : compare;
          choose({
            channel: found.channel.code,
            locale: found.locale.code,
            compare: beside === null ? undefined : compareCode(beside, found.channel.code),
          });
        }}
      />
      {others.length === 0 ? null : (
        <Picker
          label={t('Compare with')}
          text={compare === null ? t('Compare') : t('with {locale}', { locale: labelOf(compare) })}
          value={compare === null ? '' : compareCode(compare, undefined)}
          options={[...(compare === null ? [] : [none]), ...others.map(toOption)]}
          isQuiet={compare === null}
          onChoose={(code) => {
            const found = find(code);
            choose({ compare: found === undefined ? '' : compareCode(found, channel.code) });
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
