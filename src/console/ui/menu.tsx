import { Link, type LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react';
import { CheckIcon } from './icons.ts';

const ITEMS = '[role^="menuitem"]';

/** Shows a button that opens a list of actions: arrow keys move in it, Escape and a click outside close it. */
export function Menu(props: {
  /** Accessible name of the button and the list. */
  readonly label: string;
  readonly className: string;
  readonly button: ReactNode;
  /** Called when the list is about to be opened, so that it can be loaded. */
  readonly onWanted?: () => void;
  /** Called instead of opening the list when the button is clicked with Shift. */
  readonly onShiftClick?: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const positionMenu = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || button.current === null || list.current === null) return;
    const { left, right, top, bottom } = button.current.getBoundingClientRect();
    const { style } = list.current;
    const isRight = left > window.innerWidth / 2;
    const isLow = bottom > window.innerHeight * 0.7;
    style.top = isLow ? 'auto' : `${bottom + 4}px`;
    style.bottom = isLow ? `${window.innerHeight - top + 4}px` : 'auto';
    style.left = isRight ? 'auto' : `${left}px`;
    style.right = isRight ? `${window.innerWidth - right}px` : 'auto';
  };
  const move = (event: KeyboardEvent) => {
    const items: Element[] = [...(list.current?.querySelectorAll(ITEMS) ?? [])];
    const now = document.activeElement === null ? -1 : items.indexOf(document.activeElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const item = items.at(next % items.length);
    if (item instanceof HTMLElement) item.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        aria-label={props.label}
        aria-haspopup="menu"
        popoverTarget={id}
        onPointerEnter={props.onWanted}
        onFocus={props.onWanted}
        onClick={(event) => {
          if (!event.shiftKey || props.onShiftClick === undefined) return;
          event.preventDefault();
          props.onShiftClick();
        }}
      >
        {props.button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={props.label}
        className="menu"
        onBeforeToggle={positionMenu}
        onToggle={({ newState }) => {
          if (newState === 'open') list.current?.querySelector<HTMLElement>(ITEMS)?.focus();
        }}
        onKeyDown={move}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest(ITEMS) !== null) list.current?.hidePopover();
        }}
      >
        {props.children}
      </div>
    </>
  );
}

/** Shows a titled group of items. */
export function MenuGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="menu-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

export function MenuItem(props: {
  readonly icon?: ReactNode;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className="menu-item" onClick={props.onClick}>
      {props.icon}
      {props.children}
    </button>
  );
}

export function MenuLink(props: {
  readonly icon?: ReactNode;
  readonly to: NonNullable<LinkProps['to']>;
  readonly children: ReactNode;
}) {
  return (
    <Link to={props.to} role="menuitem" tabIndex={-1} className="menu-item">
      {props.icon}
      {props.children}
    </Link>
  );
}

/** Shows one of several choices, with a tick at the chosen one. */
export function MenuRadioItem(props: {
  readonly isChosen: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={props.isChosen}
      tabIndex={-1}
      className="menu-item"
      onClick={props.onClick}
    >
      {props.children}
      {props.isChosen ? <CheckIcon /> : null}
    </button>
  );
}
