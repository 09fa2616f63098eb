// Risk: a name leads to another product than its author meant, or a pattern that means nothing is accepted.
import { expect, test } from 'vitest';
import { matchName, parsePattern } from '../../../src/modules/media-link/filename-pattern.ts';

const isIdentifier = (part: string) => part === 'ean' || part.startsWith('ext:');

function read(pattern: string, filename: string): unknown {
  const parsed = parsePattern(pattern, isIdentifier);
  if (!('expression' in parsed)) return parsed.key;
  const name = matchName(parsed, filename);
  if (name === null) return null;
  return [name.identifier, name.text, name.position, name.attribute, name.locale].filter(
    (part) => part !== null,
  );
}

test.each([
  ['{sku}_{position}.jpg', 'A-1_2.JPG', ['sku', 'A-1', 2]],
  ['{sku}_{position}.jpg', 'A-1_2.png', null],
  ['{sku}_{position}', 'A_1_02.webp', ['sku', 'A_1', 2]],
  ['{sku}_{position}', 'A.jpg', null],
  ['{sku}', 'A.1.jpg', ['sku', 'A.1']],
  ['{sku}', 'A', ['sku', 'A']],
  ['{sku}.*', 'A.1.jpg', ['sku', 'A.1']],
  ['{ean}-{attribute}', '4711-front.jpg', ['ean', '4711', 'front']],
  ['{ext:erp} {locale}*', '4711 de-AT (final).pdf', ['ext:erp', '4711', 'de_AT']],
  ['img {sku}', 'Img (1).jpg', ['sku', '(1)']],
  ['{sku}+', 'a+.jpg', ['sku', 'a']],
  // Macs write names in another form of Unicode.
  ['{sku}_ö', 'B_o\u0308.jpg', ['sku', 'B']],
  ['{position}', '1.jpg', 'filename-identifier-required'],
  ['{sku}{ean}', '1.jpg', 'filename-identifier-required'],
  ['{sku}{sku}', '1.jpg', 'filename-part-unknown'],
  ['{color}', '1.jpg', 'filename-part-unknown'],
  ['**{sku}*', '1.jpg', 'filename-wildcards'],
  ['x'.repeat(201), '1.jpg', 'pattern-too-long'],
])('%s reads %s', (pattern, filename, expected) => {
  expect(read(pattern, filename)).toEqual(expected);
});
