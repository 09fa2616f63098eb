import { print } from '@0no-co/graphql.web';
import { createClient } from 'graphql-sse';
import { language } from '../i18n/translate.ts';
import type { TadaDocumentNode } from './graphql.ts';
import { labelVariables } from './label-locale.ts';

const client = createClient({
  url: '/graphql',
  credentials: 'same-origin',
  headers: { 'accept-language': language },
  retryAttempts: 3,
});

/**
 * Follows a subscription over server-sent events until it ends or the returned function is called.
 *
 * @param onEnd called when no more results come: the subscription ended or the connection was lost
 */
export function subscribe<Result, Variables extends object>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  onNext: (result: Result) => void,
  onEnd: () => void,
): () => void {
  const query = print(document);
  return client.subscribe<Result, Record<string, unknown>>(
    { query, variables: { ...variables, ...labelVariables(query) } },
    {
      next: ({ data }) => {
        if (data !== undefined && data !== null) onNext(data);
      },
      error: onEnd,
      complete: onEnd,
    },
  );
}
