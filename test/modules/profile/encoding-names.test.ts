// Risk: people write the encoding of a file as every program does, and are refused.
import { isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { inputObjectShape } from '../../../src/adapters/manifest/input/input-shape.ts';
import { ParseContext } from '../../../src/adapters/manifest/input/parse-context.ts';
import { parseInput } from '../../../src/adapters/manifest/input/read-input.ts';
import { FILE_ENCODINGS } from '../../../src/modules/file-formats/columns/file-options.ts';

function read(encoding: string) {
  const type = guardedSchema().getType('FileOptionsInput');
  if (!isInputObjectType(type)) throw new Error('There is no such input.');
  const reading = new ParseContext();
  const value = parseInput(inputObjectShape(type), { encoding }, { json: [], graph: [] }, reading);
  return { value, problems: reading.problems.map(({ code, message }) => `${code} ${message}`) };
}

test.each(FILE_ENCODINGS)(
  '%s is the name of an encoding in JSON, in either case and with underscores',
  (name) => {
    const value = { encoding: name.toUpperCase().replaceAll('-', '_') };
    for (const word of [name, name.toLowerCase(), name.replaceAll('-', '_')])
      expect(read(word)).toEqual({ value, problems: [] });
  },
);

test('other usual names are the same encodings, and an error lists the names of the schema', () => {
  const names = ['utf8', 'UTF-8', 'latin1', 'cp1252', 'utf-16', 'MacRoman', 'latin9', 'sjis', 'GBK'];
  expect(names.map((name) => (read(name).value as { encoding: string }).encoding)).toEqual([
    'UTF_8',
    'UTF_8',
    'ISO_8859_1',
    'WINDOWS_1252',
    'UTF_16LE',
    ...['MACINTOSH', 'ISO_8859_15', 'SHIFT_JIS', 'GB18030'],
  ]);
  expect(read('klingon').problems.join()).toContain('utf_8, utf_16be, utf_16le, windows_1250');
});
