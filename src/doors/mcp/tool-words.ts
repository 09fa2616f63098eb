import { enumWord, toolKey } from '../manifest/names.ts';
import { type ExposedTool, enumValuesOf } from './exposed-tool.ts';

/** Says in the words of tools what the graph says in its own. */
export type ToolWords = (text: string) => string;

/**
 * Texts are written once, for the graph: `getAttributeSet`, `ifVersion`, IN_REVIEW. Tools are called otherwise:
 * `get_attribute_set`, `if_version`, `in_review`. Names of tools are known, keys are told by their backticks and
 * capitals, values of enums by being one that a tool takes or answers.
 */
export function createToolWords(tools: readonly ExposedTool[]): ToolWords {
  const values = enumValuesOf(tools);
  const names = new Map(tools.map(({ operation, mcp }) => [operation.name, mcp.tool]));
  const quoted = (word: string) => {
    if (values.has(word)) return enumWord(word);
    return names.get(word) ?? (/^[a-z]+[A-Z]/.test(word) ? toolKey(word) : word);
  };
  return (text) =>
    text
      .replace(/`([A-Za-z]\w*)`/g, (_all, word: string) => `\`${quoted(word)}\``)
      .replace(/(?<![`\w./-])[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word)
      .replace(/(?<![`\w./-])[A-Z][A-Z_]{3,}(?![`\w/-])/g, (word) =>
        values.has(word) ? enumWord(word) : word,
      );
}
