import { enumJsonValue, toolKey } from '../manifest/names.ts';
import { type ExposedTool, enumValuesOf } from './exposed-tool.ts';

/** Returns a text of the graph in the terms of tools. */
export type ToolTextTranslator = (text: string) => string;

/** Formats of files whose names stand in texts as they do elsewhere. */
const FORMATS = new Set(['JSON']);

/**
 * Texts are written once, for the graph: the query `attributeSet`, `findCodes`, `ifVersion`, IN_REVIEW. Tools say
 * `get_attribute_set`, `find_codes`, `if_version`, `in_review`. Names of tools are known, keys are recognized by their
 * backticks and capitals, values of enums by being one that a tool takes or answers.
 */
export function createToolTextTranslator(tools: readonly ExposedTool[]): ToolTextTranslator {
  const values = enumValuesOf(tools);
  const all = new Map(tools.map(({ operation, mcp }) => [operation.name, mcp.tool]));
  // Most queries are called by nouns, which are names of keys too.
  const isNoun = ({ operation, mcp }: ExposedTool) => operation.kind === 'query' && !mcp.isAgentsOnly;
  const names = new Map(
    tools.filter((tool) => !isNoun(tool)).map(({ operation, mcp }) => [operation.name, mcp.tool]),
  );
  const quoted = (word: string) => {
    if (values.has(word)) return enumJsonValue(word);
    return names.get(word) ?? (/^[a-z]+[A-Z]/.test(word) ? toolKey(word) : word);
  };
  return (text) =>
    text
      .replace(/\bthe query `(\w+)`/g, (whole, word: string) =>
        all.has(word) ? `\`${all.get(word)}\`` : whole,
      )
      .replace(/`([A-Za-z]\w*)`/g, (_all, word: string) => `\`${quoted(word)}\``)
      .replace(/(?<![`\w./-])[a-z]+[A-Z]\w*/g, (word) => names.get(word) ?? word)
      // A word in quotation marks is what somebody sent, or the name of an object.
      .replace(/(?<![`'"„«\u202f\w./-])[A-Z][A-Z_]{3,}(?![`'"“»\u202f\w/-])/g, (word) =>
        values.has(word) && !FORMATS.has(word) ? enumJsonValue(word) : word,
      );
}
