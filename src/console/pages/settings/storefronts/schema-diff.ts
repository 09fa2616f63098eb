export interface DiffLine {
  readonly kind: 'added' | 'removed';
  readonly text: string;
}

/** Additions to the public schema and removals from it, by type. */
export interface SchemaDiff {
  readonly blocks: readonly { readonly title: string; readonly lines: readonly DiffLine[] }[];
  /** Number of fields of types that appear. */
  readonly added: number;
  /** Number of removals, now or as deprecated fields later. */
  readonly removed: number;
}

/** Lines of types by their heads: `type Lamp`; each line is a field with its arguments, a value or a member. */
type Definitions = ReadonlyMap<string, readonly string[]>;

/** Compares two schemas in SDL, without their descriptions. */
export function schemaDiff(before: string, after: string): SchemaDiff {
  const [old, next] = [readDefinitions(before), readDefinitions(after)];
  const titles = new Set([...next.keys(), ...old.keys()]);
  const blocks = [...titles]
    .map((title) => ({ title, lines: diffLines(old.get(title) ?? [], next.get(title) ?? []) }))
    .filter(({ lines }) => lines.length > 0);
  const count = (kind: DiffLine['kind'], others: Definitions) =>
    blocks
      .filter(({ title }) => /^(type|interface) /.test(title))
      .flatMap(({ title, lines }) => {
        const stays = (others.get(title) ?? []).filter((line) => !line.includes('@deprecated'));
        const unchangedNames = new Set(stays.map(nameOf));
        return lines.filter((line) => line.kind === kind && !unchangedNames.has(nameOf(line.text)));
      }).length;
  return { blocks, added: count('added', old), removed: count('removed', next) };
}

/** Returns the name of a field: `products(first: Int): [Product!]!` → `products`. */
const nameOf = (line: string) => /^\w+/.exec(line)?.[0];

/** Compares lines: those that appear stand where they will be, those that go before them. */
function diffLines(old: readonly string[], next: readonly string[]): DiffLine[] {
  const [known, kept] = [new Set(old), new Set(next)];
  return [
    ...old.filter((text) => !kept.has(text)).map((text) => ({ kind: 'removed' as const, text })),
    ...next.filter((text) => !known.has(text)).map((text) => ({ kind: 'added' as const, text })),
  ];
}

function readDefinitions(sdl: string): Definitions {
  const linesByTitle = new Map<string, string[]>();
  const text = sdl.replaceAll(/"""[\s\S]*?"""\n?/g, '');
  for (const [, title = '', head = '', body = ''] of text.matchAll(
    /^((?:type|interface|input|enum|union|scalar) \w+)([^{\n]*)(?:\{\n([\s\S]*?)\n\})?$/gm,
  )) {
    // Arguments on lines of their own become one line with their field.
    const lines = body
      .replaceAll(
        /\(\s*\n([^)]*?)\n\s*\)/g,
        (_, list: string) =>
          `(${list
            .trim()
            .split(/\s*\n\s*/)
            .join(', ')})`,
      )
      .split('\n');
    linesByTitle.set(
      title,
      [head.trim(), ...lines.map((line) => line.trim())].filter((line) => line !== ''),
    );
  }
  return linesByTitle;
}
