import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { CatalogueStructure, ChannelStructure } from '../structure/index.ts';
import { TEMPLATE_LANGUAGES, type Texts } from './template.ts';

/** Channel, locales and currencies that a caller wants a template for; what is left out is chosen. */
export interface TargetInput {
  readonly channel?: string | null | undefined;
  readonly channelLabel?: string | null | undefined;
  readonly locales?: readonly string[] | null | undefined;
  readonly currencies?: readonly string[] | null | undefined;
}

/** The part of an organization that a template is fitted to. */
export interface TemplateTarget {
  readonly channel: string;
  /** Label of a new channel; null for that of the template. */
  readonly channelLabel: string | null;
  /** Locales of the channel. */
  readonly locales: readonly string[];
  /** All enabled locales, those of the channel included. */
  readonly enabledLocales: readonly string[];
  readonly currencies: readonly string[];
  /** Code of the category below which those of the template stand. */
  readonly root: string;
}

const DEFAULTS = { channel: 'webshop', locale: 'en_US', currency: 'USD', root: 'catalogue' } as const;

/** Returns the channel that the template is for: the requested one, otherwise the default or first of the organization. */
export function resolveTarget(structure: CatalogueStructure, input: TargetInput): TemplateTarget {
  const { channels, locales, currencies, defaultChannel, defaultLocale } = structure;
  const [first] = channels.values();
  const code = input.channel ?? defaultChannel ?? first?.code ?? DEFAULTS.channel;
  const existing = channels.get(foldKey(code));
  if (existing !== undefined) return toExistingTarget(structure, existing, input);
  const [firstLocale] = locales.values();
  const [firstCurrency] = currencies;
  const channelLocales = nonEmpty(input.locales) ?? [defaultLocale ?? firstLocale ?? DEFAULTS.locale];
  return {
    channel: code,
    channelLabel: input.channelLabel?.trim() || null,
    locales: channelLocales,
    enabledLocales: union([...locales.values()], channelLocales),
    currencies: nonEmpty(input.currencies) ?? [firstCurrency ?? DEFAULTS.currency],
    root: DEFAULTS.root,
  };
}

/** @throws ValidationFailed for a locale or currency that the channel does not have: it stays as it is */
function toExistingTarget(
  structure: CatalogueStructure,
  { code, locales, currencies, document }: ChannelStructure,
  input: TargetInput,
): TemplateTarget {
  const problemsOf = (
    key: 'locales' | 'currencies',
    existing: ReadonlySet<string>,
    fault: 'locale-not-in-channel' | 'currency-not-enabled',
  ) =>
    (input[key] ?? []).flatMap((requested, index) => {
      if ([...existing].some((one) => foldKey(one) === foldKey(requested))) return [];
      const list = [...existing];
      const message = localized('template-channel-lacks', { channel: code, ref: requested, list });
      return [fieldProblem(fault, [key, String(index)], message, { value: requested, suggestions: list })];
    });
  const problems = [
    ...problemsOf('locales', locales, 'locale-not-in-channel'),
    ...problemsOf('currencies', currencies, 'currency-not-enabled'),
  ];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return {
    channel: code,
    channelLabel: null,
    locales: [...locales],
    enabledLocales: union([...structure.locales.values()], [...locales]),
    currencies: [...currencies],
    root: document.categoryRoot ?? DEFAULTS.root,
  };
}

const nonEmpty = (codes: readonly string[] | null | undefined) =>
  codes === null || codes === undefined || codes.length === 0 ? null : codes;

const union = (codes: readonly string[], more: readonly string[]): readonly string[] => [
  ...codes,
  ...more.filter((code) => !codes.some((one) => foldKey(one) === foldKey(code))),
];

/**
 * Returns a text by locale: in each enabled locale whose language templates have, and in English in locales of the channel
 * in other languages.
 */
export function textsByLocale(
  texts: Texts,
  { enabledLocales, locales }: Pick<TemplateTarget, 'enabledLocales' | 'locales'>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    enabledLocales.flatMap((locale) => {
      const language = locale.slice(0, 2).toLowerCase();
      const index = TEMPLATE_LANGUAGES.findIndex((one) => one === language && /^..([_-]|$)/.test(locale));
      const text = texts[index] ?? (locales.includes(locale) ? texts[0] : undefined);
      return text === undefined ? [] : [[locale, text] as const];
    }),
  );
}
