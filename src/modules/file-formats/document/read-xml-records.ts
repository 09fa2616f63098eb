import { SaxesParser } from 'saxes';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { DOCUMENT_LIMITS } from './document-limits.ts';
import type { PathRecord } from './read-json-records.ts';

type Node = Record<string, JsonValue>;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Returns the elements at a path of an XML document as objects: attributes as `@name`, elements by name without prefix,
 * several of one name as an array, and the text beside attributes or elements under the empty name. Fields of the
 * elements around them count as far as they come first. Documents with a document type are rejected, so there are no
 * entities but those of XML itself, and nothing is fetched.
 *
 * @param path names from the root, such as `catalog`, `product`
 * @throws ValidationFailed `import-file-invalid`
 */
export async function* readXmlRecords(
  chunks: AsyncIterable<Uint8Array>,
  path: readonly string[],
): AsyncGenerator<PathRecord> {
  const reader = new RecordReader(path);
  const parser = new SaxesParser();
  parser.on('error', ({ message }) => {
    throw invalidFileError(localized('xml-invalid', { reason: message.slice(0, 200), line: parser.line }));
  });
  parser.on('doctype', () => {
    throw invalidFileError(localized('xml-with-dtd'));
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => reader.close(localName(name)));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw invalidFileError(localized('document-not-utf8'));
    }
  };
  for await (const chunk of chunks) {
    parser.write(decode(chunk));
    yield* reader.records.splice(0);
  }
  parser.write(decode()).close();
  yield* reader.records.splice(0);
  if (!reader.isFound)
    throw invalidFileError(
      localized('document-path-not-found', { path: path.join('/'), list: [...reader.paths].slice(0, 20) }),
    );
}

/** Puts records together from the tags of a document. */
class RecordReader {
  readonly records: PathRecord[] = [];
  /** Paths of the first elements, for the message that there is none at the path. */
  readonly paths = new Set<string>();
  isFound = false;
  readonly #path: readonly string[];
  readonly #names: string[] = [];
  readonly #nodes: Node[] = [];
  /** Elements around a record, which take no more fields: there may be any number of them. */
  readonly #complete = new WeakSet<Node>();
  #size = 0;
  #count = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#names.push(name);
    if (this.#names.length > DOCUMENT_LIMITS.depth)
      throw invalidFileError(localized('import-document-too-deep', { max: DOCUMENT_LIMITS.depth }));
    if (this.paths.size < 20 && this.#names.length <= 4) this.paths.add(this.#names.join('/'));
    const node = nullPrototypeObject<JsonValue>();
    for (const [key, text] of Object.entries(attributes)) {
      if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
      node[`@${localName(key)}`] = text;
      this.#add(text.length);
    }
    this.#add(name.length);
    this.#nodes.push(node);
  }

  text(text: string): void {
    const node = this.#nodes.at(-1);
    if (node === undefined || this.#complete.has(node)) return;
    this.#add(text.length);
    node[''] = `${typeof node[''] === 'string' ? node[''] : ''}${text}`;
  }

  close(name: string): void {
    const node = this.#nodes.pop() ?? {};
    const isRecord =
      this.#names.length === this.#path.length &&
      this.#names.every((one, index) => one === this.#path[index]);
    this.#names.pop();
    if (typeof node[''] === 'string') {
      const text = node[''].trim();
      if (text === '') delete node[''];
      else node[''] = text;
    }
    const parent = this.#nodes.at(-1);
    if (isRecord) {
      this.isFound = true;
      for (const one of this.#nodes) this.#complete.add(one);
      const parents = this.#nodes.toReversed().map(fieldsOf);
      this.records.push({ value: node as JsonObject, parents });
      this.#size = 0;
      this.#count = 0;
      return;
    }
    const isAroundRecords =
      this.#names.every((one, index) => one === this.#path[index]) && name === this.#path[this.#names.length];
    if (parent === undefined || isAroundRecords || this.#complete.has(parent)) return;
    const isText = Object.keys(node).every((key) => key === '');
    const value = isText ? (node[''] ?? '') : (node as JsonObject);
    const before = parent[name];
    if (before === undefined) parent[name] = value;
    else if (Array.isArray(before)) (before as JsonValue[]).push(value);
    else parent[name] = [before, value];
  }

  /** Rejects a record, or what is around the records, that would take too much memory. */
  #add(characters: number): void {
    this.#size += characters;
    this.#count += 1;
    if (this.#size > DOCUMENT_LIMITS.recordCharacters || this.#count > DOCUMENT_LIMITS.nodes)
      throw invalidFileError(
        localized('document-record-too-large', { max: DOCUMENT_LIMITS.recordCharacters }),
      );
  }
}

/** Returns the fields that an element has before it ends. */
const fieldsOf = ({ '': text = '', ...fields }: Node): JsonObject =>
  String(text).trim() === '' ? fields : { ...fields, '': String(text).trim() };
