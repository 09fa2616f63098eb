import { Box } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, errorMessage } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { isAdministrator, meQuery } from '../../../api/workspace.ts';
import { PREVIEW, storefrontsQuery } from '../../../catalogue/live/live-documents.ts';
import { t } from '../../../i18n/translate.ts';
import { ExternalLinkIcon } from '../../../ui/icons.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { storefrontResponseQuery } from './storefront-response.ts';

/** Opens the page of each storefront of a channel that shows the product, live or in preview. */
export function StorefrontLinks(props: {
  readonly sku: string;
  readonly channel: string;
  readonly isLive: boolean;
}) {
  const { sku, channel, isLive } = props;
  const { locale } = useViewScope();
  const storefronts = (useQuery(storefrontsQuery(locale?.code ?? null)).data ?? []).filter(
    (one) => one.active && one.channel.code === channel,
  );
  const opening = useMutation({
    mutationFn: async ({ code, locales }: (typeof storefronts)[number]) => {
      const inLocale = locales.find((one) => one === locale?.code) ?? null;
      const { previewLink } = await request(PREVIEW, { code, product: sku, locale: inLocale });
      if (previewLink === null)
        throw new ApiError('not-found', t('Product {name} not found.', { name: sku }));
      return previewLink.url;
    },
    onSuccess: (url) => window.open(url, '_blank', 'noopener'),
    onError: notifyError,
  });
  if (storefronts.length === 0) return null;
  return (
    <Box component="ul" className="plain-list" mt={8}>
      {storefronts.map((storefront) => (
        <li key={storefront.code}>
          {storefront.previewUrl === null ? (
            <TextLink
              to="/settings/storefronts/$code"
              params={{ code: storefront.code }}
              search={{ section: 'preview' }}
              underline="hover"
              fw={500}
            >
              {t('Set the preview URL of {name}', { name: storefront.label })}
            </TextLink>
          ) : (
            <button
              type="button"
              className="link-button"
              disabled={opening.isPending}
              onClick={() => opening.mutate(storefront)}
            >
              {isLive
                ? t('See it in {name}', { name: storefront.label })
                : t('Preview it in {name}', { name: storefront.label })}
              <ExternalLinkIcon />
            </button>
          )}
          <StorefrontResponsePreview
            sku={sku}
            code={storefront.code}
            name={storefront.label}
            previewUrl={storefront.previewUrl}
            locale={storefront.locales.find((one) => one === locale?.code) ?? null}
            isLive={isLive}
          />
        </li>
      ))}
    </Box>
  );
}

/** Shows the response of the Shop API to a storefront for the product, as it is now. */
function StorefrontResponsePreview({
  name,
  ...of
}: Parameters<typeof storefrontResponseQuery>[0] & { readonly name: string }) {
  const me = useQuery(meQuery).data;
  // Keys are read by owners and admins.
  const query = useQuery({ ...storefrontResponseQuery(of), enabled: isAdministrator(me?.role) });
  if (query.isError)
    return (
      <p className="field-fault" role="alert">
        {errorMessage(query.error)}
      </p>
    );
  if (query.data === undefined || query.data === null) return null;
  const { isPreview, product } = query.data;
  return (
    <section aria-label={t('Answer to {name}', { name })}>
      <p className="quiet">
        {product === null
          ? t('{name} gets no product.', { name })
          : isPreview
            ? t('{name} gets this in preview:', { name })
            : t('{name} gets this:', { name })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keys */}
      {product === null ? null : <pre tabIndex={0}>{JSON.stringify(product, null, 2)}</pre>}
    </section>
  );
}
