import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useList } from '../../../api/use-list.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { meQuery } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { NextPage } from '../../../ui/messages/next-page.tsx';
import { EmptyState, ErrorAlert, Loading, QueryResult } from '../../../ui/messages/states.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { useInitialFocus } from '../panels/use-initial-focus.ts';
import type { Product } from '../product-documents.ts';
import {
  type Comment,
  createComment,
  groupIntoThreads,
  loadResolvedComments,
  openCommentsQuery,
} from './comment-documents.ts';
import { CommentEditor, focusAtEnd } from './comment-editor.tsx';
import { COMMENT_QUERY_KEYS, ThreadItem } from './thread.tsx';

/** Shows the comments on a product and its values: open threads, then resolved ones. */
export function CommentsPanel({ product }: { readonly product: Product }) {
  const { about } = useSearch({ from: '/authenticated/products/$sku' });
  const query = useQuery({ ...openCommentsQuery(product.sku), refetchInterval: 15_000 });
  const [hasResolved, setHasResolved] = useState(false);
  return (
    <>
      <NewThread product={product} />
      <QueryResult query={query} what={t('comments')}>
        {(comments) => (
          <Threads
            comments={comments}
            product={product}
            empty={about === undefined ? t('No open comments') : t('No open comments on this field')}
          />
        )}
      </QueryResult>
      {hasResolved ? (
        <ResolvedThreads product={product} />
      ) : (
        <button type="button" className="link-button" onClick={() => setHasResolved(true)}>
          {t('Show resolved')}
        </button>
      )}
    </>
  );
}

function useCommentSubject() {
  const { about } = useSearch({ from: '/authenticated/products/$sku' });
  const navigate = useNavigate({ from: '/products/$sku' });
  const set = (code: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, about: code }), replace: true, resetScroll: false });
  return [about, set] as const;
}

function NewThread({ product }: { readonly product: Product }) {
  const [about, setAbout] = useCommentSubject();
  const { channel, locale } = useViewScope();
  const userId = useQuery(meQuery).data?.user?.id ?? '';
  const field = useRef<HTMLTextAreaElement>(null);
  const attributes = (product.attributeSet?.attributes ?? []).map(({ attribute }) => attribute);
  const attribute = attributes.find(({ code }) => code === about);
  const send = useMutationWithToast(
    (body: string) =>
      createComment({
        product: product.sku,
        attribute: attribute?.code ?? null,
        channel: attribute?.scopable === true ? (channel?.code ?? null) : null,
        locale: attribute?.localizable === true ? (locale?.code ?? null) : null,
        body,
      }),
    COMMENT_QUERY_KEYS,
    () => t('Comment sent.'),
  );
  useInitialFocus(field, true);
  useEffect(() => {
    if (about !== undefined) focusAtEnd(field.current);
  }, [about]);
  return (
    <Stack gap={8} pb={12}>
      <NativeSelect
        size="xs"
        label={t('About')}
        value={attribute?.code ?? ''}
        data={[
          { value: '', label: t('The product') },
          ...attributes.map(({ code, label }) => ({ value: code, label })),
        ]}
        onChange={({ currentTarget }) =>
          setAbout(currentTarget.value === '' ? undefined : currentTarget.value)
        }
      />
      <CommentEditor
        place={{ userId, productId: product.id, of: 'new' }}
        field={field}
        label={t('Write a comment. @ mentions a member.')}
        verb={t('Comment')}
        onSend={(body) => send.mutateAsync(body)}
      />
    </Stack>
  );
}

function Threads(props: {
  readonly comments: readonly Comment[];
  readonly product: Product;
  readonly empty: string;
}) {
  const { comments, product, empty } = props;
  const [about] = useCommentSubject();
  const { channels } = useViewScope();
  const navigate = useNavigate({ from: '/products/$sku' });
  const labels = new Map(
    (product.attributeSet?.attributes ?? []).map(({ attribute: { code, label } }) => [code, label]),
  );
  const nameOf = ({ attribute, channel, locale }: Comment): string => {
    const selectedChannel = channels.find(({ code }) => code === channel);
    const language = channels.flatMap(({ locales }) => locales).find(({ code }) => code === locale);
    return [
      attribute === null ? '' : (labels.get(attribute) ?? attribute),
      selectedChannel?.label ?? channel ?? '',
      language?.label ?? locale ?? '',
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
  const threads = groupIntoThreads(comments).filter(
    ({ start }) => about === undefined || start.attribute === about,
  );
  if (threads.length === 0) return <EmptyState title={empty} />;
  return (
    <ol className="plain-list">
      {threads.map((thread) => {
        const { attribute, channel, locale } = thread.start;
        const isField = attribute !== null && labels.has(attribute);
        return (
          <ThreadItem
            key={thread.id}
            thread={thread}
            productId={product.id}
            about={nameOf(thread.start)}
            onOpen={
              isField
                ? () =>
                    void navigate({
                      search: (before) => ({
                        ...before,
                        field: attribute,
                        missing: undefined,
                        ...(channel === null ? {} : { channel }),
                        ...(locale === null ? {} : { locale }),
                      }),
                      replace: true,
                    })
                : undefined
            }
          />
        );
      })}
    </ol>
  );
}

function ResolvedThreads({ product }: { readonly product: Product }) {
  const list = useList(['comments', product.sku, 'resolved'], (after, signal) =>
    loadResolvedComments(product.sku, after, signal),
  );
  const { items } = list;
  if (list.error !== null && items === undefined)
    return <ErrorAlert error={list.error} onRetry={list.refetch} />;
  if (items === undefined) return <Loading what={t('comments')} shape="rows" />;
  return (
    <section aria-label={t('Resolved comments')}>
      <Threads comments={items} product={product} empty={t('No resolved comments')} />
      <NextPage list={list} what={t('comments')} />
    </section>
  );
}
