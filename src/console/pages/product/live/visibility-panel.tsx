import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import {
  type ChannelReason,
  type ChannelVisibility,
  groupReasons,
  splitReasons,
} from '../../../catalogue/live/group-reasons.ts';
import { visibilityQuery } from '../../../catalogue/live/live-documents.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { publishProduct } from '../header/set-status.ts';
import { usePanel } from '../panels/panels.ts';
import { updateProduct, useUndoableSave } from '../panels/use-undoable-save.ts';
import { ChannelLiveCount, UnpublishedVariants } from './lazy-family-visibility.tsx';
import { publishBlocker } from './publish-warnings.ts';
import { StorefrontLinks } from './storefront-links.tsx';

const namesOf = (locales: readonly { readonly code: string }[]): string =>
  formatList(locales.map(({ code }) => localeName(code)));

/** Shows where a product is live, and for each channel why it is not, with the remedy. */
export function VisibilityPanel({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const query = useQuery(visibilityQuery(sku, channel?.code ?? null, locale?.code ?? null));
  return (
    <QueryResult query={query} what={t('visibility')} shape="rows">
      {(product) => {
        const { common, byChannel } = splitReasons(groupReasons(product?.visibility ?? []));
        const blocker = product === null ? UNKNOWN : publishBlocker(product, placeOf({ channel, locale }));
        const isModel = product?.type === 'MODEL';
        return (
          <>
            {common.length === 0 ? null : (
              <section className="panel-section" aria-label={t('In all channels')}>
                <Reasons>
                  {common.map(({ line, group }) => (
                    <ReasonItem key={line.key} line={line} sku={sku} group={group} blocker={blocker} />
                  ))}
                </Reasons>
              </section>
            )}
            {isModel ? <UnpublishedVariants sku={sku} /> : null}
            {byChannel.map((group) => (
              <section key={group.channel.code} className="panel-section">
                <h3>{group.channel.label}</h3>
                {isModel ? (
                  <ChannelLiveCount sku={sku} channel={group.channel.code} />
                ) : (
                  <LiveLocales group={group} />
                )}
                <Reasons>
                  {group.lines.map((line) => (
                    <ReasonItem key={line.key} line={line} sku={sku} group={group} blocker={blocker} />
                  ))}
                  {(product?.completeness ?? [])
                    .filter(
                      (one) =>
                        one.missing.length > 0 &&
                        one.channel.code === group.channel.code &&
                        !group.lines.some((line) => isMoreSpecific(line, one.locale.code)),
                    )
                    .map((one) => (
                      <li key={one.locale.code}>
                        {t('{count, plural, one {# value is} other {# values are}} missing in {locale}.', {
                          count: one.missing.length,
                          locale: localeName(one.locale.code),
                        })}{' '}
                        <TextLink
                          underline="hover"
                          fw={500}
                          to="/products/$sku"
                          params={{ sku }}
                          search={(old) => ({
                            ...old,
                            channel: group.channel.code,
                            locale: one.locale.code,
                            compare: undefined,
                            missing: true,
                            field: undefined,
                          })}
                        >
                          {t('Show them')}
                        </TextLink>
                      </li>
                    ))}
                </Reasons>
                <StorefrontLinks
                  sku={sku}
                  channel={group.channel.code}
                  isLive={group.live.some(({ code }) => code === locale?.code)}
                />
              </section>
            ))}
          </>
        );
      }}
    </QueryResult>
  );
}

const SPECIFIC_REASONS: ReadonlySet<string> = new Set(['MISSING_VALUE', 'NOT_SOLD', 'INACTIVE_CHANNEL']);

/**
 * Returns true if a reason is more specific about a locale than that values are missing: it names them, or shows that
 * they do not matter there.
 */
const isMoreSpecific = ({ reason, locales }: ChannelReason, locale: string): boolean =>
  SPECIFIC_REASONS.has(reason.code) && (locales === null || locales.some(({ code }) => code === locale));

function LiveLocales({ group: { live, notLive } }: { readonly group: ChannelVisibility }) {
  if (live.length === 0)
    return (
      <p className="status" data-tone="warn" data-shape="ring">
        {t('Not live')}
      </p>
    );
  return (
    <>
      <p className="status" data-tone="ok" data-shape="dot">
        {notLive.length === 0
          ? t('Live in all languages')
          : t('Live in {locales}', { locales: namesOf(live) })}
      </p>
      {notLive.length === 0 ? null : (
        <p className="status" data-tone="warn" data-shape="ring">
          {t('Not live in {locales}', { locales: namesOf(notLive) })}
        </p>
      )}
    </>
  );
}

/** Moves the focus to the choice of the attribute set, which stands above the values. */
function focusSetChoice(): void {
  const choice = document.querySelector<HTMLElement>('.choose-set select');
  choice?.scrollIntoView({ block: 'center' });
  choice?.focus({ preventScroll: true });
}

type Blocker = ReturnType<typeof publishBlocker>;

const UNKNOWN: Blocker = { lacksIn: null };

const placeOf = ({ channel, locale }: Pick<ReturnType<typeof useViewScope>, 'channel' | 'locale'>) =>
  channel === null || locale === null ? null : { channel: channel.code, locale: locale.code };

const Reasons = ({ children }: { readonly children: ReactNode }) => (
  <ul className="plain-list reasons">{children}</ul>
);

interface ReasonProps {
  readonly line: ChannelReason;
  readonly sku: string;
  readonly group: ChannelVisibility;
  readonly blocker: Blocker;
}

const ReasonItem = (props: ReasonProps) => (
  <li data-blocks={props.line.reason.blocks}>
    <ReasonText {...props} />
  </li>
);

/** Shows a reason as a sentence, and a link or button that takes it away. */
function ReasonText(props: ReasonProps) {
  const { line, sku, group } = props;
  const { channel } = group;
  const { reason, locales } = line;
  const { locale } = useViewScope();
  const { open } = usePanel();
  const save = useUndoableSave();
  const mayEdit = useCanEdit();
  switch (reason.code) {
    case 'STATUS':
      return (
        <>
          {t('The product is not published.')} <Publish sku={sku} blocker={props.blocker} />
        </>
      );
    case 'PARENT_STATUS':
      return (
        <>
          {t('{product} is not published.', { product: reason.product?.label ?? t('The model') })}{' '}
          {reason.product === null ? null : <PublishModel sku={reason.product.sku} />}
        </>
      );
    case 'NOT_SOLD':
      return (
        <>
          {t('The product is not sold in this channel.')}{' '}
          <LinkButton
            isBusy={save.isPending}
            onClick={() =>
              save.mutate({
                run: () => updateProduct(sku, { channels: { add: [channel.code] } }),
                done: t('Sold in {channel}.', { channel: channel.label }),
              })
            }
          >
            {t('Sell it here')}
          </LinkButton>
        </>
      );
    case 'MISSING_VALUE': {
      const { attribute } = reason;
      if (attribute === null) return null;
      const [first] = locales ?? [];
      // The locale to translate from is shown beside.
      const remainingLocales = [...group.live, ...group.notLive].filter(
        ({ code }) => !locales?.some((one) => one.code === code),
      );
      const source = remainingLocales.find(({ code }) => code === locale?.code) ?? remainingLocales[0];
      return (
        <>
          {locales === null
            ? t('{attribute} is missing.', { attribute: attribute.label })
            : t('{attribute} is missing in {locales}.', {
                attribute: attribute.label,
                locales: namesOf(locales),
              })}{' '}
          <TextLink
            underline="hover"
            fw={500}
            to="/products/$sku"
            params={{ sku }}
            search={(old) => ({
              ...old,
              channel: channel.code,
              ...(first === undefined ? {} : { locale: first.code, compare: source?.code }),
              field: attribute.code,
            })}
          >
            {t('Add it')}
          </TextLink>
        </>
      );
    }
    case 'NO_CATEGORY':
      return (
        <>
          {t('The product is in no category of {tree}.', { tree: reason.category?.label ?? '' })}{' '}
          <LinkButton onClick={() => open('categories')}>{t('Choose one')}</LinkButton>
        </>
      );
    case 'INACTIVE_CHANNEL':
      return (
        <>
          {t('The channel is inactive.')}{' '}
          <TextLink to="/settings/channels/{-$code}" underline="hover" fw={500}>
            {t('Open channels')}
          </TextLink>
        </>
      );
    case 'NO_ATTRIBUTE_SET':
      return (
        <>
          {t('The product has no attribute set.')}{' '}
          {mayEdit ? (
            <LinkButton
              onClick={() => {
                // On phones the drawer covers the page.
                if (matchMedia('(max-width: 40em)').matches) open(undefined);
                setTimeout(focusSetChoice);
              }}
            >
              {t('Choose attribute set')}
            </LinkButton>
          ) : null}
        </>
      );
    case 'PENDING':
      return t('A change of the configuration is being applied. The product follows later.');
  }
}

/** Publishes a product; one that cannot be published yet shows what it misses. */
function Publish({ sku, blocker }: { readonly sku: string; readonly blocker: Blocker }) {
  const save = useUndoableSave();
  const role = useQuery(meQuery).data?.role;
  const mayEdit = useCanEdit();
  if (!mayEdit && role !== 'REVIEWER') return null;
  if (blocker === null)
    return (
      <LinkButton
        isBusy={save.isPending}
        onClick={() => save.mutate({ run: () => publishProduct(sku), done: t('Published.') })}
      >
        {t('Publish it')}
      </LinkButton>
    );
  const { lacksIn } = blocker;
  return (
    <>
      {t('It cannot be published yet.')}{' '}
      {lacksIn === null ? null : (
        <TextLink
          underline="hover"
          fw={500}
          to="/products/$sku"
          params={{ sku }}
          search={(old) => ({ ...old, ...lacksIn, compare: undefined, missing: true, field: undefined })}
        >
          {t('Show what is missing')}
        </TextLink>
      )}
    </>
  );
}

/** Shows the same for the model of the product, which has its own requirements. */
function PublishModel({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const model = useQuery(visibilityQuery(sku, channel?.code ?? null, locale?.code ?? null)).data;
  return model ? <Publish sku={sku} blocker={publishBlocker(model, placeOf({ channel, locale }))} /> : null;
}

const LinkButton = (props: {
  readonly isBusy?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}) => (
  <button type="button" className="link-button" disabled={props.isBusy} onClick={props.onClick}>
    {props.children}
  </button>
);
