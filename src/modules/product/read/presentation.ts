import { foldKey } from '../../../kernel/codes.ts';
import {
  type CatalogueStructure,
  codesOfStructure,
  refusalOfUnknownCodes,
  unknownCodes,
} from '../../structure/index.ts';

/** How products are to be shown; codes in either case. */
export interface PresentationInput {
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
  readonly attributes?: readonly string[] | null | undefined;
}

/** The same in stored codes; null: by default, or all. */
export interface Presentation {
  readonly channel: string | null;
  readonly locale: string | null;
  readonly attributes: readonly string[] | null;
}

/** @throws ValidationFailed for a channel, locale or attribute that is not there, with the likely ones. */
export function readPresentation(structure: CatalogueStructure, input: PresentationInput): Presentation {
  const { channel, locale, attributes } = input;
  const problems = unknownCodes(codesOfStructure(structure), [
    ...(channel != null ? [{ kind: 'channel', code: channel, path: ['channel'] } as const] : []),
    ...(locale != null ? [{ kind: 'locale', code: locale, path: ['locale'] } as const] : []),
    ...(attributes ?? []).map(
      (code, index) => ({ kind: 'attribute', code, path: ['attributes', String(index)] }) as const,
    ),
  ]);
  if (problems.length > 0) throw refusalOfUnknownCodes(problems);
  return {
    channel: structure.channels.get(foldKey(channel ?? ''))?.code ?? null,
    locale: structure.locales.get(foldKey(locale ?? '')) ?? null,
    attributes: attributes?.map((code) => structure.attributes.get(foldKey(code))?.code ?? code) ?? null,
  };
}
