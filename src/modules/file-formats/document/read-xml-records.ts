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
 * @param isBeginning whether the text may end anywhere
 * @throws ValidationFailed `import-file-invalid`
 */
export async function* readXmlRecords(
  chunks: AsyncIterable<Uint8Array>,
  path: readonly string[],
  isBeginning = false,
): AsyncGenerator<PathRecord> {
  const reader = new RecordReader(path);
  const parser = new SaxesParser();
  /** Characters that the parser has taken since the last tag or text: it holds these in memory. */
  let pending = 0;
  const onEvent = <Value>(take: (value: Value) => void) => {
    return (value: Value) => {
      pending = 0;
      take(value);
    };
  };
  parser.on('error', ({ message }) => {
    throw invalidFileError(localized('xml-invalid', { reason: message.slice(0, 200), line: parser.line }));
  });
  parser.on('doctype', () => {
    throw invalidFileError(localized('xml-with-dtd'));
  });
  parser.on(
    'opentag',
    onEvent(({ name, attributes }) => reader.open(localName(name), attributes)),
  );
  parser.on(
    'closetag',
    onEvent(({ name }) => reader.close(localName(name))),
  );
  parser.on(
    'text',
    onEvent((text) => reader.text(text)),
  );
  parser.on(
    'cdata',
    onEvent((text) => reader.text(text)),
  );
  parser.on(
    'comment',
    onEvent(() => undefined),
  );
  parser.on(
    'processinginstruction',
    onEvent(() => undefined),
  );
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    pending += text.length;
    parser.write(text);
    if (pending > DOCUMENT_LIMITS.recordCharacters) throw recordTooLarge();
    yield* reader.records.splice(0);
  }
  if (!isBeginning) parser.write(decoder.decode()).close();
  yield* reader.records.splice(0);
  if (!reader.isFound)
    throw invalidFileError(
      localized('document-path-not-found', { path: path.join('/'), list: [...reader.paths].slice(0, 20) }),
    );
}

const recordTooLarge = () =>
  invalidFileError(localized('document-record-too-large', { max: DOCUMENT_LIMITS.recordCharacters }));

/** An element on the path to the records. */
interface Surrounding {
  readonly node: Node;
  characters: number;
  /** It has more fields than rows may repeat; the rest of them is left out. */
  isCut: boolean;
  /** Its fields once it has a record: it takes no more, as there may be any number of them. */
  fields: JsonObject | null;
}

/** Puts records together from the tags of a document. */
class RecordReader {
  readonly records: PathRecord[] = [];
  /** Paths of the first elements, for the message that there is none at the path. */
  readonly paths = new Set<string>();
  isFound = false;
  readonly #path: readonly string[];
  readonly #names: string[] = [];
  /** Elements under way, except those that are left out. */
  readonly #nodes: Node[] = [];
  readonly #around: Surrounding[] = [];
  /** Depth of the element that is left out with all that is in it; 0 for none. */
  #ignored = 0;
  #isInRecord = false;
  #size = 0;
  #count = 0;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const depth = this.#names.push(name);
    if (depth > DOCUMENT_LIMITS.depth)
      throw invalidFileError(localized('import-document-too-deep', { max: DOCUMENT_LIMITS.depth }));
    if (this.paths.size < 20 && depth <= 4)
      this.paths.add(this.#names.join('/').slice(0, DOCUMENT_LIMITS.shownCharacters));
    if (this.#ignored > 0) return;
    const isOnPath = !this.#isInRecord && this.#names.every((one, index) => one === this.#path[index]);
    if (!isOnPath && !this.#takesFields()) {
      this.#ignored = depth;
      return;
    }
    const node = nullPrototypeObject<JsonValue>();
    this.#nodes.push(node);
    if (isOnPath && depth === this.#path.length) {
      this.#isInRecord = true;
      this.#size = 0;
      this.#count = 0;
    } else if (isOnPath) this.#around.push({ node, characters: 0, isCut: false, fields: null });
    this.#add(name.length);
    for (const [key, text] of Object.entries(attributes)) {
      if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
      if (this.#add(key.length + text.length)) node[`@${localName(key)}`] = text;
    }
  }

  text(text: string): void {
    const node = this.#nodes.at(-1);
    if (node === undefined || this.#ignored > 0 || !this.#takesFields()) return;
    if (this.#add(text.length)) node[''] = `${typeof node[''] === 'string' ? node[''] : ''}${text}`;
  }

  close(name: string): void {
    const depth = this.#names.length;
    this.#names.pop();
    if (this.#ignored > 0) {
      if (depth === this.#ignored) this.#ignored = 0;
      return;
    }
    const node = this.#nodes.pop() ?? {};
    if (typeof node[''] === 'string') {
      const text = node[''].trim();
      if (text === '') delete node[''];
      else node[''] = text;
    }
    if (this.#isInRecord && depth === this.#path.length) {
      this.#isInRecord = false;
      this.#addRecord(node as JsonObject);
    } else if (depth === this.#around.length) this.#around.pop();
    else if (this.#takesFields()) addField(this.#nodes.at(-1) ?? {}, name, node);
  }

  #addRecord(value: JsonObject): void {
    this.isFound = true;
    for (const element of this.#around) element.fields ??= fieldsOf(element);
    const parents = this.#around.map(({ fields }) => fields ?? {}).toReversed();
    this.records.push({ value, parents, areParentsCut: this.#around.some(({ isCut }) => isCut) });
  }

  /** Returns false for what is around records and after the first of them, or has too many characters already. */
  #takesFields(): boolean {
    const element = this.#around.at(-1);
    return this.#isInRecord || (element !== undefined && element.fields === null && !element.isCut);
  }

  /** Counts the characters of a record, or of what is around records. Returns false for those that are left out. */
  #add(characters: number): boolean {
    const element = this.#around.at(-1);
    if (this.#isInRecord || element === undefined) {
      this.#size += characters;
      this.#count += 1;
      if (this.#size > DOCUMENT_LIMITS.recordCharacters) throw recordTooLarge();
      if (this.#count > DOCUMENT_LIMITS.nodes)
        throw invalidFileError(localized('document-record-too-many-nodes', { max: DOCUMENT_LIMITS.nodes }));
      return true;
    }
    element.characters += characters;
    const total = this.#around.reduce((sum, one) => sum + one.characters, 0);
    if (total > DOCUMENT_LIMITS.aroundCharacters) element.isCut = true;
    return !element.isCut;
  }
}

/** Adds an element to the one around it: its text, or its fields where it has any. */
function addField(parent: Node, name: string, node: Node): void {
  const isText = Object.keys(node).every((key) => key === '');
  const value = isText ? (node[''] ?? '') : (node as JsonObject);
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) (before as JsonValue[]).push(value);
  else parent[name] = [before, value];
}

/** Returns the fields that an element has before it ends; of one that is cut, its text is not complete. */
function fieldsOf({ node: { '': text = '', ...fields }, isCut }: Surrounding): JsonObject {
  const trimmed = isCut ? '' : String(text).trim();
  return trimmed === '' ? fields : { ...fields, '': trimmed };
}
