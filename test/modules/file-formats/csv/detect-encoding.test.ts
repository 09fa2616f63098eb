// Risk: a file in another encoding is imported with wrong letters, and no message.
import { expect, test } from 'vitest';
import { detectEncoding } from '../../../../src/modules/file-formats/csv/detect-encoding.ts';

/** Returns a text in an encoding of one byte per character, or UTF-8. */
function encode(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from([...text].map((sign) => bytes.get(sign) ?? expect.fail(`${encoding} has no ${sign}`)));
}

function detect(bytes: Buffer) {
  async function* chunks() {
    yield bytes;
  }
  return detectEncoding(bytes, chunks());
}

const table = (names: readonly string[]) =>
  `sku;name;price\n${names.map((name, index) => `LO-${index};${name};${index}.50\n`).join('')}`;

const WESTERN: readonly (readonly [string, readonly string[]])[] = [
  [
    'English with quotes and dashes alone',
    ['Robin’s lamp – 5 W', 'Women’s “slim” jeans — new', 'Set of 3 • oak'],
  ],
  ['English signs', ['Lumen™ bulb', 'Bowl, 5° – 40 °C', 'Price: £12.50', '© 2026 Lumen®', 'Café, ½ price…']],
  ['German', ['Größe: groß', 'Stühle für draußen', 'Schöne Möbel, geölt', 'Ärmelloses Hemd', '„Fächer“']],
  ['French', ['Cœur d’été – déjà là', 'Forêt, gâteau', 'Où l’on reçoit à Noël', '« Élégance » naïve']],
  [
    'Spanish',
    ['Niños y niñas', 'Más energía, diseño español', 'País de origen: España', '¿Qué es?', 'Camión'],
  ],
  ['Portuguese', ['Edição não lavável', 'Maçã e limão, três peças', 'Botões de pressão', 'Você e a avó']],
  ['Italian', ['Qualità superiore', 'Perché è così comodo', 'L’acqua può, già più', 'Caffè dell’età']],
  ['Dutch', ['Geïsoleerde fles', 'Reünie, coördinatie', 'Eén patiënt', 'Foto’s en video’s']],
  ['Danish', ['Smørrebrød på fad', 'Køkken, længde', 'Børn, blå', 'Æble, størrelse']],
  ['Swedish', ['Köksmöbler på fat', 'Låda, längd', 'Äpple', 'Öppen hylla, blå']],
  ['Finnish', ['Pöytälamppu', 'Säädettävä, käsin tehty', 'Hyvää päivää, tyyny', 'Yöpaita, pölynimuri']],
];

test.each(
  WESTERN.flatMap(([language, names]) =>
    ['windows-1252', 'macintosh'].map((encoding) => [language, encoding, names] as const),
  ),
)('%s in %s is detected', async (_language, encoding, names) => {
  const text = table(names.filter((name) => encoding !== 'macintosh' || !name.includes('½')));
  expect(await detect(encode(text, encoding))).toBe(encoding);
  expect(await detect(encode(text, 'utf-8'))).toBe(null);
  expect(await detect(Buffer.from(text, 'utf16le'))).toBe('utf-16le');
});

const OTHER: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'Polish',
    ['windows-1250', 'iso-8859-2'],
    ['Źródło światła', 'Krzesło dębowe', 'Łóżko, część', 'Różowy miś'],
  ],
  ['Czech', ['windows-1250', 'iso-8859-2'], ['Příliš žluťoučký kůň', 'Dětská židle', 'Výška, šířka', 'Nůž']],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    ['Tükörfúrógép', 'Fűszertartó', 'Bőr, őszi kollekció', 'Főző'],
  ],
  ['Romanian', ['windows-1250', 'iso-8859-2'], ['Lampă de masă', 'Bucătărie şi baie', 'Faţă de masă']],
  ['Slovene', ['windows-1250', 'iso-8859-2'], ['Rdeč plašč', 'Hiša, škatla', 'Češnja', 'Široka žlica']],
  [
    'Russian',
    ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic'],
    ['Лампа', 'Стул из дуба', 'М и Ж'],
  ],
  ['Greek', ['windows-1253', 'iso-8859-7'], ['Καρέκλα από δρυ', 'Παιδικό κρεβάτι', 'σε']],
  ['Turkish', ['windows-1254'], ['Masa lambası, sarı', 'Meşe sandalye', 'Yeşil yastık', 'Çocuk yatağı']],
  [
    'Lithuanian',
    ['windows-1257'],
    ['Stalinė lempa', 'Ąžuolinė kėdė', 'Žalia pagalvė', 'Virtuvės baldai – nauji'],
  ],
  ['Latvian', ['windows-1257'], ['Ozolkoka krēsls', 'Zaļš spilvens bērniem', 'Šķīvis un glāze']],
  ['Hebrew', ['windows-1255'], ['מנורת שולחן', 'כיסא', 'א']],
];

test.each(
  OTHER.flatMap(([language, encodings, names]) =>
    encodings.map((encoding) => [language, encoding, names] as const),
  ),
)('%s in %s has to be stated', async (_language, encoding, names) => {
  for (const lines of [names, ...names.map((name) => [name])]) {
    const bytes = encode(table(lines), encoding);
    const detected = await detect(bytes);
    // Some letters are the same in several encodings.
    if (detected !== null) expect(new TextDecoder(detected).decode(bytes)).toBe(table(lines));
  }
  expect(await detect(encode(table(names), encoding))).toBe(null);
});

test.each([
  ['DOS', 'K\x84se, Sch\x94ne St\x81hle, gro\xe1, K\x81che'],
  ['Shift_JIS', '\x83\x65\x81\x5b\x83\x75\x83\x8b \x96\xd8\x82\xcc\x88\xd6\x8e\x71'],
  ['GB18030', '\xcc\xa8\xb5\xc6 \xc4\xbe\xd2\xce'],
  ['the Euro sign of ISO-8859-15', 'St\xfchle f\xfcr 5 \xa4, sch\xf6n, gro\xdf'],
  ['a letter of one encoding alone', 'Jalape\xf1o'],
])('%s has to be stated', async (_name, bytes) => {
  expect(await detect(Buffer.from(`sku;name\nA;${bytes}\n`, 'latin1'))).toBe(null);
});

test.each([
  ['one letter alone', 'Caf\xe9'],
  ['two words with the same letter', 'Gl\xfchbirne;Gl\xfchlampe'],
])('%s is detected where all Latin encodings have it', async (_name, bytes) => {
  expect(await detect(Buffer.from(`sku;name\nA;${bytes}\n`, 'latin1'))).toBe('windows-1252');
});

test('a long file of UTF-8 with some broken cells stays one', async () => {
  const good = table(Array.from({ length: 100 }, () => 'Größe, süß'));
  const bytes = Buffer.concat([Buffer.from(good), Buffer.from('X;Gr\xf6\xdfe;1\n', 'latin1')]);
  expect(await detect(bytes)).toBe(null);
});
