import { Text } from '@mantine/core';
import { t } from '../../../language/t.ts';
import type { SchemaDiff } from './schema-diff.ts';

const SIGNS = { added: '+', removed: '−' };

/** Shows a difference of two schemas: a summary first, then line by line. */
export function SchemaDiffView({ diff: { blocks, added, removed } }: { readonly diff: SchemaDiff }) {
  return (
    <>
      <Text mb="xs">
        {blocks.length === 0
          ? t('The public schema stays the same.')
          : t(
              '{added, plural, =0 {No field appears} one {# field appears} other {# fields appear}}, {removed, plural, =0 {none goes} one {# goes} other {# go}}.',
              { added, removed },
            )}
      </Text>
      {blocks.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
        <section className="schema-diff" aria-label={t('Changes of the public schema')} tabIndex={0}>
          {blocks.map(({ title, lines }) => (
            <div key={title}>
              <h3>{title}</h3>
              <ul className="plain-list">
                {lines.map(({ kind, text }) => (
                  <li key={`${kind} ${text}`} data-kind={kind}>
                    <span className="sign">{SIGNS[kind]}</span>
                    {text}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
