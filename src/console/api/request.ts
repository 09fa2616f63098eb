import { print } from '@0no-co/graphql.web';
import type { KeyedMessage } from '../i18n/labels.ts';
import { t } from '../i18n/translate.ts';
import { ApiError, fetchApi, readRetryAfter } from './api-error.ts';
import type { TadaDocumentNode } from './graphql.ts';
import { labelVariables } from './label-locale.ts';

interface GraphqlResponse<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly status?: number } & KeyedMessage;
  }[];
}

/**
 * Runs a document as the signed-in user. A variable `$words` is given the locale of labels, see {@link labelVariables}.
 *
 * @throws ApiError with the first error of the response, or `network`
 */
export const request = async <Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> => (await requestWithId(document, variables, signal)).data;

/** Returns the same as {@link request}, with the id of the request, by which its changes can be reverted. */
export async function requestWithId<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<{ readonly data: Result; readonly requestId: string | null }> {
  const query = print(document);
  const response = await fetchApi('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables: { ...variables, ...labelVariables(query) } }),
    signal: signal ?? null,
  });
  const payload = (await response.json().catch(() => ({}))) as GraphqlResponse<Result>;
  const [error] = payload.errors ?? [];
  const requestId = response.headers.get('x-request-id');
  const { status } = response;
  const retryAfterSeconds = readRetryAfter(response.headers);
  if (error !== undefined) {
    const { code = 'error', ...more } = error.extensions ?? {};
    throw new ApiError(code, error.message, {
      status,
      ...more,
      retryAfterSeconds,
      requestId,
      data: payload.data as object | null | undefined,
    });
  }
  if (payload.data === undefined || payload.data === null) {
    throw new ApiError(
      'error',
      t('The server returned an empty response (status {status}). Try again.', { status }),
      { status, retryAfterSeconds, requestId },
    );
  }
  return { data: payload.data, requestId };
}
