import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { FieldInput } from '../../../catalogue/fields/field-input.tsx';
import { t } from '../../../language/t.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { isSameValue, keyOf } from './draft.ts';
import { addressOf, stageValue } from './draft-value.ts';
import { useDraftValue, useForm, useRemark } from './form-context.ts';
import { type FieldCell as Cell, type Field, jsonOfValue, textOfValue } from './form-model.ts';
import { plainText, shownText } from './shown/shown-text.ts';
import { ShownValue } from './shown/shown-value.tsx';
import { understoodAs } from './shown/understood.ts';

const ConflictChoice = lazyPart(async () => (await import('./conflict-choice.tsx')).ConflictChoice, null);

/** Shows the value of a field in a context, of prices in a currency, with what there is to know and to do about it. */
export function FieldCell(props: {
  readonly field: Field;
  readonly cell: Cell;
  readonly currency: string | null;
  /** The same field in the other context, to copy from. */
  readonly other: Cell | null;
}) {
  const { field, cell, currency, other } = props;
  const { attribute } = field;
  const form = useForm();
  const { store, contexts, mayEdit, attempt } = form;
  const parent = cell.inherited?.source === 'INHERITED' ? (form.parent?.parent ?? null) : form.parent;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const key = keyOf(addressOf(field, cell, currency));
  const draft = useDraftValue(form, key);
  const remark = useRemark(form, key);
  // A fault is shown when the field is left or saved, not while it is typed.
  const [typedIn, setTypedIn] = useState<number | null>(null);
  const [isOpened, setIsOpened] = useState(false);
  useLayoutEffect(() => {
    if (!isOpened) return;
    box.current?.querySelector<HTMLElement>('input, textarea, [contenteditable], button, select')?.focus();
    setIsOpened(false);
  }, [isOpened]);

  const own = draft === undefined ? jsonOfValue(cell.own, currency) : draft.value;
  const text = draft?.text ?? textOfValue(attribute, cell.own, currency);
  const isEmpty = own === null && (draft?.fault ?? null) === null && text === '';
  const inherited = jsonOfValue(cell.inherited, currency) === null ? null : cell.inherited;
  const isInherited = isEmpty && inherited !== null;
  const isLocked = !mayEdit || attribute.readOnly || field.isFixed;
  const context = contexts[cell.context];
  const names = [attribute.label, ...(currency === null ? [] : [currency])];
  const label = [...names, ...(contexts.length > 1 && isOfContext(cell) ? [context?.locale.label] : [])].join(
    ', ',
  );

  const change = (next: {
    readonly text: string;
    readonly value: unknown;
    readonly fault?: string | null;
  }) => {
    stageValue(store, { field, cell, currency }, next);
  };
  const discard = () => {
    if (draft === undefined) return;
    store.remove([draft]);
    notifySuccess(t('The change of {field} was discarded.', { field: label }), {
      label: t('Undo'),
      run: () => store.put([draft]),
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || draft === undefined) return;
    const { target } = event;
    // A list or a dialog that the field has opened closes by Escape.
    if (!(target instanceof Element) || target.closest('.field-choosing, [role="dialog"]') !== null) return;
    if (target.closest('.field-editor') === null) return;
    event.preventDefault();
    discard();
  };
  const copied = other === null ? null : (other.own ?? other.inherited);
  const source = useSource(form, field, other, currency, copied);
  const fault = typedIn === attempt ? null : (draft?.fault ?? null);
  const reason = remark?.reason ?? fault;
  const maximum = attribute.validation.maxLength;
  const isCounted =
    maximum !== null && ['TEXT', 'TEXTAREA', 'RICH_TEXT'].includes(attribute.type) && !isInherited;
  const length = isCounted ? [...(attribute.type === 'RICH_TEXT' ? plainText(text) : text)].length : 0;
  const fallback = isEmpty && !isInherited ? cell.fallback : null;
  const understood = draft === undefined ? null : understoodAs(attribute, draft);
  const isMissing = cell.isMissing && isEmpty && !isInherited;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that a field inside is left, and Escape in it
    <div
      ref={box}
      className="field-cell"
      data-key={key}
      data-changed={draft === undefined ? undefined : true}
      data-missing={isMissing || undefined}
      onBlur={() => setTypedIn(null)}
      onKeyDown={press}
    >
      {currency === null ? null : <span className="field-currency">{currency}</span>}
      <div className="field-editor">
        {isInherited ? (
          <div className="field-input field-ghost" id={`${id}-ghost`}>
            <ShownValue attribute={attribute} value={inherited} currency={currency} isShort={mayEdit} />
          </div>
        ) : !mayEdit && draft === undefined ? (
          <div className="field-shown">
            <ShownValue
              attribute={attribute}
              value={cell.own ?? fallback}
              currency={currency}
              isShort={false}
            />
          </div>
        ) : (
          <FieldInput
            attribute={attribute}
            currency={currency}
            label={label}
            describedBy={`${id}-fault ${id}-notes`}
            isInvalid={reason !== undefined && reason !== null}
            isDisabled={isLocked}
            placeholder={fallback === null ? '' : shownText(fallback.display)}
            text={text}
            value={own}
            known={cell.own ?? cell.inherited}
            locale={contexts[0]?.locale.code ?? ''}
            onChange={(next) => {
              setTypedIn(attempt);
              change(next);
            }}
          />
        )}
      </div>
      <div className="field-notes" id={`${id}-notes`}>
        {isMissing ? <p style={{ color: 'var(--warn)' }}>{t('Required, and empty')}</p> : null}
        {isCounted ? (
          <span
            className="field-count"
            data-near={length > 0.8 * maximum || undefined}
            data-over={length > maximum || undefined}
          >
            {length} / {maximum}
          </span>
        ) : null}
        {understood === null ? null : (
          <span className="number" style={{ color: 'var(--ink-1)' }}>
            = {understood}
          </span>
        )}
        {fallback === null ? null : (
          <span className="quiet">{t('Shows the value of a fallback locale')}</span>
        )}
        {inherited !== null && parent !== null ? (
          <span>
            {isInherited ? <span aria-hidden="true">↑</span> : t('Overrides')}{' '}
            <TextLink
              to="/products/$sku"
              params={{ sku: parent.sku }}
              search={{ field: attribute.code }}
              c="dimmed"
              fw={400}
            >
              {parent.label}
            </TextLink>
          </span>
        ) : null}
        {isInherited || inherited === null || isLocked ? null : (
          <span className="field-actions" data-lasting>
            <button
              type="button"
              className="link-button"
              aria-label={t('Back to inherited: {field}', { field: label })}
              onClick={() => change({ text: '', value: null })}
            >
              {t('Back to inherited')}
            </button>
          </span>
        )}
        {attribute.readOnly ? <span className="quiet">{t('Changed by programs only')}</span> : null}
        {isLocked ? null : (
          <span className="field-actions">
            {isInherited ? (
              <button
                type="button"
                className="link-button"
                aria-label={t('Override {field}', { field: label })}
                onClick={() => {
                  change({
                    text: textOfValue(attribute, inherited, currency),
                    value: jsonOfValue(inherited, currency),
                  });
                  setIsOpened(true);
                }}
              >
                {t('Override')}
              </button>
            ) : null}
            {source === null || isSameValue(source.value, own) ? null : (
              <button
                type="button"
                className="link-button"
                aria-label={t('Copy {field} from {context}', {
                  field: label,
                  context: contexts[1 - cell.context]?.locale.label,
                })}
                onClick={() => change(source)}
              >
                {cell.context === 0 ? '←' : '→'} {t('Copy')}
              </button>
            )}
            {!isEmpty && inherited === null && !isInherited && NEEDS_CLEAR.has(attribute.type) ? (
              <button
                type="button"
                className="link-button"
                aria-label={t('Empty {field}', { field: label })}
                onClick={() => change({ text: '', value: null })}
              >
                {t('Empty')}
              </button>
            ) : null}
            {draft === undefined ? null : (
              <button
                type="button"
                className="link-button"
                tabIndex={-1}
                aria-label={t('Discard the change of {field}', { field: label })}
                title={t('Escape in the field discards its change')}
                onClick={discard}
              >
                {t('Discard')}
              </button>
            )}
          </span>
        )}
      </div>
      <p className="field-fault" id={`${id}-fault`}>
        {reason}
        {remark?.takenBy == null ? null : (
          <TextLink to="/products/$sku" params={{ sku: remark.takenBy }} search={{ field: attribute.code }}>
            {t('Open {name}', { name: remark.takenBy })}
          </TextLink>
        )}
      </p>
      {draft === undefined || remark?.met === undefined ? null : (
        <ConflictChoice store={store} draft={draft} met={remark.met} />
      )}
    </div>
  );
}

/** The types whose editors have no way to empty them. */
const NEEDS_CLEAR: ReadonlySet<string> = new Set([
  'BOOLEAN',
  'SELECT',
  'MULTI_SELECT',
  'ENTITY',
  'ENTITY_LIST',
]);

const isOfContext = ({ channel, locale }: Cell) => channel !== null || locale !== null;

/** Returns the value of the other context to copy: the typed one, otherwise the stored one; null if there is none. */
function useSource(
  form: ReturnType<typeof useForm>,
  { attribute }: Field,
  other: Cell | null,
  currency: string | null,
  copied: Cell['own'],
) {
  const key =
    other === null
      ? ''
      : keyOf({ attribute: attribute.code, channel: other.channel, locale: other.locale, currency });
  const typed = useDraftValue(form, key);
  if (other === null) return null;
  if (typed !== undefined && typed.fault === null && typed.value !== null)
    return { text: typed.text, value: typed.value };
  const value = jsonOfValue(copied, currency);
  return value === null ? null : { text: textOfValue(attribute, copied, currency), value };
}
