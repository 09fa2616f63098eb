import { print } from '@0no-co/graphql.web';
import { t } from '../language/t.ts';
import { Failure, reach, readRetryAfter } from './failure.ts';
import type { TadaDocumentNode } from './graphql.ts';

interface GraphqlResponse<Result> {
  readonly data?: Result | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/**
 * Runs a document as the signed-in user.
 *
 * @throws Failure with the first error of the response, or `network`
 */
export async function request<Result, Variables>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  const response = await reach('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
    signal: signal ?? null,
  });
  const answer = (await response.json().catch(() => ({}))) as GraphqlResponse<Result>;
  const [error] = answer.errors ?? [];
  if (error !== undefined) {
    const retryAfterSeconds = readRetryAfter(response.headers);
    throw new Failure(error.extensions?.code ?? 'error', error.message, { retryAfterSeconds });
  }
  if (answer.data === undefined || answer.data === null) {
    throw new Failure(
      'error',
      t('The server returned an empty response (status {status}). Try again.', { status: response.status }),
    );
  }
  return answer.data;
}
