import { SaxesParser } from 'saxes';
import { fileInvalid } from '../csv/inspect-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';

/** An element as it begins; names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  /** Returns the value of the attribute with one of these names, whatever its prefix; undefined if there is none. */
  attribute(name: string): string | undefined;
}

/** Receives the tags and texts of a document. A text may come in several parts. */
export interface XmlListener {
  open?(element: XmlElement): void;
  close?(name: string): void;
  text?(text: string): void;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** A document that is read in pieces. */
export interface XmlReader {
  /** @throws ValidationFailed `import-file-invalid` for what is no XML, and for what XML can do to its readers */
  write(piece: Buffer): void;
  end(): void;
}

/**
 * Reads a document (XML 1.0) in UTF-8 or UTF-16. One with a document type, and so with entities of its own, is refused,
 * and so is one that is deeper or has longer texts than a workbook.
 *
 * @param part its name, for the refusal
 */
export function createXmlReader(part: string, listener: XmlListener): XmlReader {
  const parser = new SaxesParser();
  const refuse = (why: string) => fileInvalid(`The part '${part}' of the workbook ${why}.`);
  let decoder: TextDecoder | null = null;
  let depth = 0;
  let silent = 0;
  let isOver = false;
  parser.on('error', () => {
    throw refuse('is not valid XML. Open the workbook in a spreadsheet program and save it again');
  });
  parser.on('doctype', () => {
    throw refuse('has a document type (DTD), which workbooks do not have');
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-(8|16(le|be)?)$/i.test(encoding))
      throw refuse(`has the encoding ${encoding.slice(0, 40)} instead of UTF-8`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    depth += 1;
    if (depth > WORKBOOK_LIMITS.depth) throw refuse(`has more than ${WORKBOOK_LIMITS.depth} nested elements`);
    listener.open?.({
      name: localName(name),
      attribute: (wanted) =>
        attributes[wanted] ??
        attributes[Object.keys(attributes).find((one) => localName(one) === wanted) ?? ''],
    });
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    depth -= 1;
    listener.close?.(localName(name));
    isOver = depth === 0;
  });
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  return {
    write(piece) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      let text: string;
      try {
        text = decoder.decode(piece, { stream: true });
      } catch {
        throw refuse('has bytes that are not valid text');
      }
      silent += text.length;
      parser.write(text);
      if (silent > WORKBOOK_LIMITS.silentCharacters)
        throw refuse('has a text or tag that exceeds the maximum length of a cell');
    },
    end() {
      parser.close();
      if (!isOver) throw refuse('is incomplete');
    },
  };
}

function encodingOf(piece: Buffer): string {
  if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
  if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Reads a document to its end. @throws ValidationFailed `import-file-invalid` */
export async function readXml(
  part: string,
  pieces: AsyncIterable<Buffer>,
  listener: XmlListener,
): Promise<void> {
  const reader = createXmlReader(part, listener);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
