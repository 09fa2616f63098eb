import { SaxesParser } from 'saxes';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';

/** An element as it begins; names are without their prefix. */
export interface XmlElement {
  readonly name: string;
  /** Returns the value of the attribute with one of these names, whatever its prefix; undefined if there is none. */
  attribute(name: string): string | undefined;
}

/** Receives the tags and texts of a document. A text may come in several parts. */
export interface XmlHandler {
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
 * Reads a document (XML 1.0) in UTF-8 or UTF-16. One with a document type, and so with entities of its own, is
 * rejected, and so is one that is deeper or has longer texts than a workbook.
 *
 * @param part its name, for the rejection
 */
export function createXmlReader(part: string, listener: XmlHandler): XmlReader {
  const parser = new SaxesParser();
  const refuse = (fault: Message) => invalidFileError(localized('workbook-part-refused', { part, fault }));
  let decoder: TextDecoder | null = null;
  let depth = 0;
  let silent = 0;
  let isOver = false;
  parser.on('error', () => {
    throw refuse(localized('part-not-xml'));
  });
  parser.on('doctype', () => {
    throw refuse(localized('part-with-dtd'));
  });
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-(8|16(le|be)?)$/i.test(encoding))
      throw refuse(localized('part-encoding', { encoding: encoding.slice(0, 40) }));
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    depth += 1;
    if (depth > WORKBOOK_LIMITS.depth)
      throw refuse(localized('part-too-deep', { max: WORKBOOK_LIMITS.depth }));
    listener.open?.({
      name: localName(name),
      attribute: (attributeName) =>
        attributes[attributeName] ??
        attributes[Object.keys(attributes).find((one) => localName(one) === attributeName) ?? ''],
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
        throw refuse(localized('part-not-text'));
      }
      silent += text.length;
      parser.write(text);
      if (silent > WORKBOOK_LIMITS.silentCharacters) throw refuse(localized('part-text-too-long'));
    },
    end() {
      parser.close();
      if (!isOver) throw refuse(localized('part-incomplete'));
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
  listener: XmlHandler,
): Promise<void> {
  const reader = createXmlReader(part, listener);
  for await (const piece of pieces) reader.write(piece);
  reader.end();
}
