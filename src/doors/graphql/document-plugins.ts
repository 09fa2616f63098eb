import { parse, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { Fault } from '../../kernel/refusal.ts';
import { findUnstorable } from '../../kernel/text/storable-text.ts';
import { pointerTo } from '../manifest/input/input-places.ts';
import { findRepeatedIntrospection } from './limit-introspection.ts';
import { REPORTED_MISTAKES } from './variables.ts';

/** Refuses long documents before and while they are parsed. */
export function limitDocument(): Plugin {
  const { bytes, tokens } = DOCUMENT_LIMITS;
  const tooLarge = (what: string, details: Readonly<Record<string, number>>) =>
    new Fault('document-too-large', `A document has up to ${what}. Send values as variables.`, details);
  return {
    onParams({ params }) {
      const { query } = (params ?? {}) as { query?: unknown };
      if (typeof query === 'string' && Buffer.byteLength(query) > bytes)
        throw tooLarge(`${bytes} bytes`, { maximum_bytes: bytes });
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: tokens });
        } catch (error) {
          if (error instanceof Error && error.message.includes(`more that ${tokens} tokens`))
            throw tooLarge(`${tokens} tokens`, { maximum_tokens: tokens });
          throw error;
        }
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document, rules) => {
        const mistakes = validate(schema, document, rules, { maxErrors: REPORTED_MISTAKES });
        return mistakes.length > 0 ? mistakes : findRepeatedIntrospection(document);
      });
    },
  };
}

/** No text of a request may be one that the database could not hold. */
export const refuseUnstorable: Plugin = {
  onParams({ params }) {
    const { query, variables } = (params ?? {}) as { query?: unknown; variables?: JsonValue };
    const bad = findUnstorable(variables);
    if (bad !== null)
      throw new Fault('invalid-parameter', `The variable ${pointerTo(bad.path)} ${bad.why}.`, {
        parameter: 'variables',
      });
    if (typeof query === 'string' && ESCAPED_ZERO.test(query))
      throw new Fault('invalid-parameter', 'The document holds the character U+0000.', {
        parameter: 'query',
      });
  },
};

/** Matches NUL as GraphQL writes it in a text (GraphQL, 2.9.4). */
const ESCAPED_ZERO = /\0|\\u(0000|\{0+\})/;
