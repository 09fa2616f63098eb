import type { KeyboardEvent } from 'react';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { FieldInput } from '../../fields/field-input.tsx';
import { displayText } from '../read-only/display-text.ts';
import { ReadOnlyValue } from '../read-only/read-only-value.tsx';
import { FieldNotes } from './field-notes.tsx';
import { type FieldCellProps, type FieldCellState, useFieldCell } from './use-field-cell.ts';

const ConflictResolution = lazyComponent(
  async () => (await import('./conflict-resolution.tsx')).ConflictResolution,
  null,
);

/** Shows the value of a field in a context, of prices in a currency, with what there is to know and to do about it. */
export function FieldCell(props: FieldCellProps) {
  const state = useFieldCell(props);
  const { store, draft, remark, attribute, currency } = state;
  const { ObjectLink } = state.source;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that a field inside is left, and Escape in it
    <div
      ref={state.box}
      className="field-cell"
      data-key={state.key}
      data-changed={draft === undefined ? undefined : true}
      data-missing={state.isMissing || undefined}
      onBlur={state.leave}
      onKeyDown={(event) => discardByEscape(event, state)}
    >
      {currency === null ? null : <span className="field-currency">{currency}</span>}
      <div className="field-editor">
        <FieldValue state={state} />
      </div>
      <FieldNotes state={state} />
      <p className="field-fault" id={`${state.id}-fault`}>
        {state.reason}
        {remark?.takenBy == null ? null : (
          <ObjectLink code={remark.takenBy} field={attribute.code}>
            {t('Open {name}', { name: remark.takenBy })}
          </ObjectLink>
        )}
      </p>
      {draft === undefined || remark?.met === undefined ? null : (
        <ConflictResolution store={store} draft={draft} met={remark.met} />
      )}
    </div>
  );
}

function discardByEscape(event: KeyboardEvent, { draft, discard }: FieldCellState): void {
  if (event.key !== 'Escape' || event.defaultPrevented || draft === undefined) return;
  const { target } = event;
  // A list or a dialog that the field has opened closes by Escape.
  if (!(target instanceof Element) || target.closest('.field-choosing, [role="dialog"]') !== null) return;
  if (target.closest('.field-editor') === null) return;
  event.preventDefault();
  discard();
}

/** Shows the inherited value, the value of somebody who may not edit it, or its editor. */
function FieldValue({ state }: { readonly state: FieldCellState }) {
  const { attribute, currency, cell, inherited, fallback, mayEdit, id } = state;
  if (state.isInherited)
    return (
      <div className="field-input field-ghost" id={`${id}-ghost`}>
        <ReadOnlyValue attribute={attribute} value={inherited} currency={currency} isShort={mayEdit} />
      </div>
    );
  if (!mayEdit && state.draft === undefined)
    return (
      <div className="field-shown">
        <ReadOnlyValue
          attribute={attribute}
          value={cell.own ?? fallback}
          currency={currency}
          isShort={false}
        />
      </div>
    );
  return (
    <FieldInput
      attribute={attribute}
      currency={currency}
      label={state.label}
      describedBy={`${id}-fault ${id}-notes`}
      isInvalid={state.reason !== null}
      isDisabled={state.isLocked}
      placeholder={fallback === null ? '' : displayText(fallback.display)}
      text={state.text}
      value={state.own}
      known={cell.own ?? cell.inherited}
      locale={state.contexts[0]?.locale.code ?? ''}
      onChange={state.typeIn}
    />
  );
}
