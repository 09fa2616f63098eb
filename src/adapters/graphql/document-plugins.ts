import { parse, validate } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DOCUMENT_LIMITS } from '../../graphql/builder.ts';
import { RequestError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { findUnstorableText } from '../../kernel/text/storable-text.ts';
import { pointerTo } from '../manifest/input/input-path-map.ts';
import { findRepeatedIntrospection } from './limit-introspection.ts';
import { MAX_REPORTED_ERRORS } from './variables.ts';

/** Rejects long documents before and while they are parsed. */
export function limitDocument(): Plugin {
  const { bytes, tokens } = DOCUMENT_LIMITS;
  return {
    onParams({ params }) {
      const { query } = (params ?? {}) as { query?: unknown };
      if (typeof query === 'string' && Buffer.byteLength(query) > bytes)
        throw new RequestError('document-too-large', localized('document-too-many-bytes', { max: bytes }), {
          maximum_bytes: bytes,
        });
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => {
        try {
          return parse(source, { ...options, maxTokens: tokens });
        } catch (error) {
          if (error instanceof Error && error.message.includes(`more that ${tokens} tokens`))
            throw new RequestError(
              'document-too-large',
              localized('document-too-many-tokens', { max: tokens }),
              {
                maximum_tokens: tokens,
              },
            );
          throw error;
        }
      });
    },
    onValidate({ setValidationFn }) {
      setValidationFn((schema, document, rules) => {
        const mistakes = validate(schema, document, rules, { maxErrors: MAX_REPORTED_ERRORS });
        return mistakes.length > 0 ? mistakes : findRepeatedIntrospection(document);
      });
    },
  };
}

/** No text of a request may be one that the database could not hold. */
export const rejectUnstorableText: Plugin = {
  onParams({ params }) {
    const { query, variables } = (params ?? {}) as { query?: unknown; variables?: JsonValue };
    const bad = findUnstorableText(variables);
    if (bad !== null)
      throw new RequestError(
        'invalid-parameter',
        localized('variable-unstorable', { pointer: pointerTo(bad.path), why: bad.why }),
        {
          parameter: 'variables',
        },
      );
    if (typeof query === 'string' && ESCAPED_ZERO.test(query))
      throw new RequestError('invalid-parameter', localized('document-unstorable'), {
        parameter: 'query',
      });
  },
};

/** Matches NUL as GraphQL writes it in a text (GraphQL, 2.9.4). */
const ESCAPED_ZERO = /\0|\\u(0000|\{0+\})/;
