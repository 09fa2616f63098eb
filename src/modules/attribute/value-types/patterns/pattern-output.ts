import { type ClassItem, CONTROLS, GROUPS, type PatternNode, readPattern } from './pattern-syntax.ts';

/**
 * Returns a pattern in RE2 syntax as one of ECMAScript (with the `u` flag, as JSON Schema reads them) that matches the
 * same whole texts; null when it uses syntax that the two do not share, such as `(?i)` or `[[:alpha:]]`.
 */
export function toEcmaPattern(pattern: string): string | null {
  const node = readPattern(pattern);
  return node === null ? null : `^(?:${write(node)})$`;
}

/** Returns a short text that most likely matches the whole pattern (RE2 syntax); null when the pattern is not read. */
export function samplePattern(pattern: string): string | null {
  const node = readPattern(pattern);
  return node === null ? null : sample(node);
}

function write(node: PatternNode): string {
  switch (node.kind) {
    case 'character':
      return escaped(node.text);
    case 'edge':
      return node.sign;
    case 'class':
      return `[${node.negated ? '^' : ''}${node.items.map(writeItem).join('')}]`;
    case 'sequence':
      return node.parts.map((part) => (part.kind === 'choice' ? grouped(part) : write(part))).join('');
    case 'choice':
      return node.branches.map(write).join('|');
    case 'repeat':
      return `${isSingle(node.part) ? write(node.part) : grouped(node.part)}${writeCounts(node)}`;
  }
}

const grouped = (node: PatternNode) => `(?:${write(node)})`;
const isSingle = ({ kind }: PatternNode) => kind === 'character' || kind === 'class';

function writeItem(item: ClassItem): string {
  if ('group' in item) return GROUPS[item.group].syntax;
  return item.from === item.to ? escaped(item.from) : `${escaped(item.from)}-${escaped(item.to)}`;
}

function writeCounts({ least, most }: { readonly least: number; readonly most: number | null }): string {
  if (most === null) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`;
  if (least === 0 && most === 1) return '?';
  return least === most ? `{${least}}` : `{${least},${most}}`;
}

function escaped(character: string): string {
  const control = Object.entries(CONTROLS).find(([, text]) => text === character)?.[0];
  if (control !== undefined) return `\\${control}`;
  // A hyphen is escaped by its number: `\-` is no escape outside of a class.
  if (character === '-') return '\\x2d';
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

function sample(node: PatternNode): string {
  switch (node.kind) {
    case 'character':
      return node.text;
    case 'edge':
      return '';
    case 'class':
      return sampleOfClass(node.negated, node.items);
    case 'sequence':
      return node.parts.map(sample).join('');
    case 'choice':
      return node.branches.map(sample).find((text) => text !== '') ?? '';
    case 'repeat':
      return sample(node.part).repeat(Math.max(node.least, node.most === 0 ? 0 : 1));
  }
}

function sampleOfClass(negated: boolean, items: readonly ClassItem[]): string {
  const [first] = items;
  if (!negated && first !== undefined) return 'group' in first ? GROUPS[first.group].sample : first.from;
  const excluded = new RegExp(`^[${items.map(writeItem).join('')}]$`, 'u');
  return ['A', 'a', '0', ' ', '-', 'é'].find((character) => !excluded.test(character)) ?? '';
}
