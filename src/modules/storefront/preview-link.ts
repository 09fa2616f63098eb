import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { defineRead } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import { whereProduct } from '../product-reference/index.ts';
import { type Slugs, slugScope } from '../slug/index.ts';
import { readStructure } from '../structure/index.ts';
import { loadStorefront } from './load-storefront.ts';
import type { Storefront } from './storefront.ts';

/** Maximum lifetime of a preview link, in seconds. */
export const MAX_PREVIEW_SECONDS = 3_600;

export interface PreviewLinkInput {
  /** Code of the storefront. */
  readonly code: string;
  /** SKU, id or external id. */
  readonly product?: string | null | undefined;
  /** The first of the storefront by default. */
  readonly locale?: string | null | undefined;
  readonly expiresInSeconds: number;
  readonly links: FileLinks;
}

export interface PreviewLink {
  readonly url: string;
}

const pathOf = (storefrontId: string) => `/shop/preview/${storefrontId}`;

/**
 * Returns true if a text permits showing content of a storefront that is not live yet.
 *
 * @throws RequestError `invalid-signature`, `expired-link`
 */
export function readPreviewToken(
  links: FileLinks,
  { id, organizationId }: Pick<Storefront, 'id' | 'organizationId'>,
  token: string,
): void {
  links.checkPass(pathOf(id), organizationId, token);
}

/** Returns the preview URL of a storefront, signed; null where there is none, or no such storefront or product. */
export const getPreviewLink = defineRead({
  name: 'getPreviewLink',
  scope: { allOf: ['settings:read', 'products:read'] },
  errors: [],
  async handler(context: PrismaReadContext, input: PreviewLinkInput): Promise<PreviewLink | null> {
    const { organizationId } = context.session;
    const { expiresInSeconds, links } = input;
    if (expiresInSeconds < 1 || expiresInSeconds > MAX_PREVIEW_SECONDS) throw badLifetime(expiresInSeconds);
    const key = { organizationId_codeKey: { organizationId, codeKey: foldKey(input.code) } };
    const row = await context.prisma.storefront.findUnique({ where: key, select: { id: true } });
    const storefront =
      row === null ? null : await loadStorefront(context, await readStructure(context), row.id);
    if (storefront === null || storefront.previewUrl === null) return null;
    const locale = localeOf(storefront, input.locale ?? null);
    const product = await findProduct(context, input.product ?? null);
    if (product === null) return null;
    const slug = (product.slugs as Slugs | null)?.[slugScope(storefront.channel, locale)] ?? product.sku;
    const token = links.pass(pathOf(storefront.id), organizationId, expiresInSeconds);
    const valuesByPlaceholder: Readonly<Record<string, string>> = { locale, sku: product.sku, slug, token };
    return {
      url: storefront.previewUrl.replaceAll(/\{([a-z]+)\}/g, (_all, name: string) =>
        encodeURIComponent(valuesByPlaceholder[name] ?? ''),
      ),
    };
  },
});

/** Returns a living product; without a reference one that fills nothing in. */
async function findProduct({ prisma, session }: PrismaReadContext, ref: string | null) {
  if (ref === null) return { sku: '', slugs: null };
  const { organizationId } = session;
  return prisma.product.findFirst({
    where: { organizationId, ...whereProduct(ref) },
    select: { sku: true, slugs: true },
  });
}

function localeOf({ code, locales }: Storefront, requestedLocale: string | null): string {
  const matchingLocale =
    requestedLocale === null ? locales[0] : locales.find((one) => foldKey(one) === foldKey(requestedLocale));
  if (matchingLocale !== undefined || requestedLocale === null) return matchingLocale ?? '';
  const suggestions = suggest(requestedLocale, locales);
  const message = withSuggestions(
    localized('preview-locale-unknown', { storefront: code, locale: requestedLocale }),
    suggestions,
  );
  throw ValidationFailed.of([
    fieldProblem('value-not-allowed', ['locale'], message, { value: requestedLocale, suggestions }),
  ]);
}

function badLifetime(value: number): ValidationFailed {
  const message = localized('preview-lifetime', { max: MAX_PREVIEW_SECONDS });
  const code = value < 1 ? 'below-minimum' : 'above-maximum';
  return ValidationFailed.of([fieldProblem(code, ['expiresInSeconds'], message, { value })]);
}
