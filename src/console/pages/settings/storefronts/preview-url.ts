import { t } from '../../../i18n/translate.ts';

const PLACEHOLDERS = ['locale', 'slug', 'sku', 'token'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

interface UrlPart {
  readonly at: number;
  readonly text: string;
  /** Name of a placeholder; undefined for the text between. */
  readonly name?: Placeholder;
}

/** Returns a template in texts and placeholders. */
export function parsePreviewUrl(template: string): UrlPart[] {
  const parts = template.split(/(\{\w*\})/);
  return parts.map((text, at) => {
    const name = PLACEHOLDERS.find((one) => text === `{${one}}`);
    return name === undefined ? { at, text } : { at, text, name };
  });
}

/** Returns the error of a template, while it is typed; the server decides when it is saved. */
export function validatePreviewUrl(template: string): string | null {
  if (template === '') return null;
  const unknown = /\{(?!(?:locale|slug|sku|token)\})[^}]*\}?/.exec(template)?.[0];
  if (unknown !== undefined) return t('{text} is not a placeholder.', { text: unknown });
  if (!/^https?:\/\/\S+$/.test(template)) return t('Enter an absolute URL: https://…');
  return template.includes('{token}') ? null : t('The URL must contain {token}.', { token: '{token}' });
}
