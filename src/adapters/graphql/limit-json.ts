import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { localized } from '../../kernel/problems/messages/message.ts';
import { parseJson } from '../../kernel/text/parse-json.ts';

/** Rejects a body of JSON that holds much, before it is read. */
export function limitJsonBody(): Plugin {
  return {
    onRequestParse({ request }) {
      // The engine reads bodies by this method; requests of Node's server have it as a property that cannot be
      // assigned.
      Object.defineProperty(request, 'json', { value: () => readJson(request) });
    },
  };
}

/** The engine lets errors of its own form through. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return parseJson(text, localized('request-body'));
  } catch (error) {
    throw new GraphQLError((error as Error).message, { originalError: error as Error });
  }
}
