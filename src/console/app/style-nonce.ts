import { setNonce } from 'get-nonce';

/** The nonce of this page load; the content security policy allows style elements that carry it. */
export const styleNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** Passes the nonce to the library that locks scrolling under dialogs. Components get it from `MantineProvider`. */
export function allowOwnStyles(): void {
  setNonce(styleNonce);
}
