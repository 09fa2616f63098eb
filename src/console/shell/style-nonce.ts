import { setNonce } from 'get-nonce';

/** The word of this page load by which the policy of the page allows style sheets that are made while it runs. */
export const styleNonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/** Tells it to the library that locks scrolling behind dialogs; the components are told by their theme. */
export function allowOwnStyles(): void {
  setNonce(styleNonce);
}
