import { GraphQLError } from 'graphql';
import type { RequestError } from '../../../kernel/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { FileLinks } from '../../../platform/storage/file-links.ts';
import type { ErrorResponder } from '../../http/limits/limit-requests.ts';
import { toPublicError } from './public-error.ts';

const RESPONSE_TYPE = 'application/graphql-response+json';

/**
 * A fault of a request that does not get as far as the engine, in the form of the engine's own answers: `errors` and
 * no `data`, with the status of the fault (GraphQL over HTTP).
 */
export function graphqlErrorResponse(dependencies: {
  readonly log: Log;
  readonly links: Pick<FileLinks, 'absolute'>;
}): ErrorResponder {
  return (fault: RequestError, context) => {
    const error = new GraphQLError(fault.detail, { originalError: fault });
    const { message, extensions } = toPublicError(error, {
      ...dependencies,
      requestId: context.get('requestId'),
      language: context.get('language'),
    });
    const { http: _http, ...shown } = extensions;
    const accepted = context.req.header('accept') ?? '';
    const type = accepted.includes(RESPONSE_TYPE) ? RESPONSE_TYPE : 'application/json';
    return new Response(JSON.stringify({ errors: [{ message, extensions: shown }] }), {
      status: fault.status,
      headers: { 'content-type': `${type}; charset=utf-8` },
    });
  };
}
