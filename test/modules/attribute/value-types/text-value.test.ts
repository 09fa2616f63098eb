// Removes the risk that texts are altered on their way in, or that wrong ones are stored.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseValue } from '../../../../src/modules/attribute/index.ts';
import { readValue } from '../../../support/read-value.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

describe('a text', () => {
  it('is stored exactly as sent', () => {
    const stored = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(stored, (text) => {
        expect(readValue(attributeOf('textarea'), text)).toEqual({ value: text });
      }),
    );
    const awkward = ' \\n tail \u00a0\r\n<US$600 👟 ';
    expect(readValue(attributeOf('textarea'), awkward)).toEqual({ value: awkward });
  });

  it('that is empty empties the cell', () => {
    expect(readValue(attributeOf('text'), '')).toEqual({ value: null });
    expect(readValue(attributeOf('rich_text'), '')).toEqual({ value: null });
    expect(readValue(attributeOf('text'), ' ')).toEqual({ value: ' ' });
  });

  it.each([5, true, [], ['a'], { a: 1 }])('is not %j', (value) => {
    expect(readValue(attributeOf('text'), value)).toEqual(['wrong-type']);
  });

  it('may not hold what PostgreSQL cannot store', () => {
    const context = valueTypeContext();
    const scope = { path: ['v'], channel: null, locale: null, current: null, channelCurrencies: null };
    expect(readValue(attributeOf('text'), 'a\u0000b')).toEqual(['invalid-format']);
    expect(readValue(attributeOf('rich_text'), '\ud83d')).toEqual(['invalid-format']);
    const [problem] =
      parseValue('a\u0000b\udc5f', attributeOf('text', { code: 'name' }), context, scope).problems ?? [];
    expect(problem).toMatchObject({
      message: "The text of 'name' contains the character U+0000, which cannot be stored.",
      value: 'a\ufffdb\ufffd',
    });
  });

  it('is counted in characters, not in UTF-16 units', () => {
    expect(readValue(attributeOf('text'), '👟'.repeat(255))).toEqual({ value: '👟'.repeat(255) });
    expect(readValue(attributeOf('text'), '👟'.repeat(256))).toEqual(['too-long']);
    expect(readValue(attributeOf('identifier'), 'x'.repeat(256))).toEqual(['too-long']);
    expect(readValue(attributeOf('textarea'), 'x'.repeat(65_535))).toEqual({ value: 'x'.repeat(65_535) });
    expect(readValue(attributeOf('textarea'), 'x'.repeat(65_536))).toEqual(['too-long']);
  });

  it('keeps to the lengths of its attribute', () => {
    const attribute = attributeOf('text', { validation: { minLength: 2, maxLength: 3 } });
    expect(readValue(attribute, 'a')).toEqual(['too-short']);
    expect(readValue(attribute, 'ab')).toEqual({ value: 'ab' });
    expect(readValue(attribute, 'abcd')).toEqual(['too-long']);
  });

  it('matches its pattern from beginning to end', () => {
    const attribute = attributeOf('text', { validation: { pattern: '[A-Z]{2}-\\d+' } });
    expect(readValue(attribute, 'AB-12')).toEqual({ value: 'AB-12' });
    expect(readValue(attribute, 'xAB-12')).toEqual(['pattern-mismatch']);
    expect(readValue(attribute, 'AB-12\n')).toEqual(['pattern-mismatch']);
  });

  it('runs hostile patterns in time that grows with the text alone', () => {
    const attribute = attributeOf('textarea', { validation: { pattern: '(a+)+' } });
    expect(readValue(attribute, `${'a'.repeat(50_000)}!`)).toEqual(['pattern-mismatch']);
  });

  it('is one of the allowed values, and says which is near', () => {
    const attribute = attributeOf('text', { validation: { allowedValues: ['summer', 'winter'] } });
    expect(readValue(attribute, 'winter')).toEqual({ value: 'winter' });
    expect(readValue(attribute, 'Winter')).toEqual(['value-not-allowed']);
    const scope = { path: ['v'], channel: null, locale: null, current: null, channelCurrencies: null };
    const [problem] = parseValue('sumer', attribute, valueTypeContext(), scope).problems ?? [];
    expect(problem?.suggestions).toEqual(['summer']);
  });
});

describe('the format', () => {
  it.each([
    ['email', 'jo.doe+news@mail.example.com'],
    ['email', 'käse@bücher.example'],
    ['url', 'https://example.com/a?b=c#d'],
    ['url', 'HTTP://EXAMPLE.COM'],
    ['slug', 'trail-shoe-42'],
    ['color', '#1e90FF'],
    ['color', '#fff'],
    ['color', '#1E90FF80'],
    ['gtin', '96385074'],
    ['gtin', '036000291452'],
    ['gtin', '4006381333931'],
    ['gtin', '10614141000415'],
    ['ean13', '4006381333931'],
    ['upc', '036000291452'],
    ['isbn13', '9783161484100'],
    ['isbn13', '978-3-16-148410-0'],
    ['asin', 'B00EXAMPLE'],
    ['asin', '080442957X'],
    ['mpn', 'A1-200/b #4'],
  ] as const)('%s takes %s', (format, text) => {
    expect(readValue(attributeOf('text', { validation: { format } }), text)).toEqual({ value: text });
  });

  it.each([
    ['email', 'jo.doe', 'invalid-format'],
    ['email', 'jo@localhost', 'invalid-format'],
    ['email', 'jo..doe@example.com', 'invalid-format'],
    ['email', '@example.com', 'invalid-format'],
    ['email', 'jo@-x.example', 'invalid-format'],
    ['email', 'jo doe@example.com', 'invalid-format'],
    ['url', 'example.com', 'invalid-format'],
    ['url', 'javascript:alert(1)', 'invalid-format'],
    ['url', 'https:example.com', 'invalid-format'],
    ['url', 'https://exa mple.com', 'invalid-format'],
    ['url', 'https://', 'invalid-format'],
    ['slug', 'Trail-Shoe', 'invalid-format'],
    ['slug', 'a--b', 'invalid-format'],
    ['color', 'red', 'invalid-format'],
    ['color', '#12345', 'invalid-format'],
    ['gtin', '4006381333932', 'checksum-invalid'],
    ['gtin', '40063813339', 'invalid-format'],
    ['ean13', '036000291452', 'invalid-format'],
    ['upc', '036000291453', 'checksum-invalid'],
    ['isbn13', '9783161484101', 'checksum-invalid'],
    ['isbn13', '4006381333931', 'invalid-format'],
    ['isbn13', '978--3161484100', 'invalid-format'],
    ['asin', 'b00example', 'invalid-format'],
    ['asin', '0804429571', 'checksum-invalid'],
    ['mpn', ' A1', 'invalid-format'],
    ['mpn', 'A'.repeat(71), 'invalid-format'],
    ['mpn', 'A\tB', 'invalid-format'],
  ] as const)('%s refuses %s as %s', (format, text, code) => {
    expect(readValue(attributeOf('text', { validation: { format } }), text)).toEqual([code]);
  });

  it('ean13 finds every single wrong digit', () => {
    const attribute = attributeOf('identifier', { validation: { format: 'ean13' } });
    const right = '4006381333931';
    for (let i = 0; i < right.length; i++) {
      for (const digit of '0123456789') {
        if (digit === right[i]) continue;
        expect(readValue(attribute, right.slice(0, i) + digit + right.slice(i + 1))).toEqual([
          'checksum-invalid',
        ]);
      }
    }
  });
});

describe('rich text', () => {
  const allowed = attributeOf('rich_text', { validation: { allowedTags: ['p', 'strong'] } });

  it('is stored as sent, unbalanced and odd as it may be', () => {
    const html = '<P>Up to <US$600, < 55dB & <1 second<br>';
    expect(readValue(attributeOf('rich_text'), html)).toEqual({ value: html });
  });

  it('takes allowed elements and text that only looks like one', () => {
    const html = '<p class="a>b">2 < 3, <strong>< 55dB</strong> <1 second</P><!-- <script> -->';
    expect(readValue(allowed, html)).toEqual({ value: html });
  });

  it.each([
    ['<p>x</p><script>alert(1)</script>', 1],
    ['<IMG src=x onerror=alert(1)>', 1],
    ['<p><em>a</em><u>b</u></p>', 2],
    ['</div>', 1],
    ['<p title=a"b><img src=x>">', 1],
    ['<p title = "a>b"><img src=x>', 1],
    ['<p/"a"=">"<img>', 0],
    ['<!--><img src=x>', 1],
    ['<a\n href="x">', 1],
  ])('refuses %s', (html, times) => {
    expect(readValue(allowed, html)).toEqual(
      times === 0 ? { value: html } : Array(times).fill('tag-not-allowed'),
    );
  });

  it('sees elements behind raw text that hides a comment', () => {
    const attribute = attributeOf('rich_text', { validation: { allowedTags: ['style'] } });
    expect(readValue(attribute, '<style><!--</style><img src=x>-->')).toEqual(['tag-not-allowed']);
    expect(readValue(attribute, '<style>a<b{}</style>')).toEqual({ value: '<style>a<b{}</style>' });
  });

  it('counts its text without elements, comments and the letters of character references', () => {
    const attribute = attributeOf('rich_text', { validation: { maxLength: 5 } });
    const html = '<p><!-- note -->a&amp;b&#x1F45F;c</p>';
    expect(readValue(attribute, html)).toEqual({ value: html });
    expect(readValue(attribute, '<p>abcdef</p>')).toEqual(['too-long']);
    expect(readValue(attributeOf('rich_text'), `<p>${'x'.repeat(65_530)}</p>`)).toEqual(['too-long']);
  });

  it('is read in one pass, however many elements never end', () => {
    for (const piece of ['<a "', '<!', '<!--', '<a b="', '</', '<script>']) {
      const html = piece.repeat(Math.floor(65_000 / piece.length));
      const started = performance.now();
      readValue(allowed, html);
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });
});
