import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { parseJson } from '../../kernel/text/parse-json.ts';

/** Refuses a body of JSON that holds much, before it is read. */
export function limitJson(): Plugin {
  return {
    onRequestParse({ request }) {
      // What the engine reads a body by.
      request.json = () => readJson(request);
    },
  };
}

/** The engine lets errors of its own form through. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return parseJson(text, 'The body');
  } catch (error) {
    throw new GraphQLError((error as Error).message, { originalError: error as Error });
  }
}
