const IN_BRACKETS = /^\[(.+)\]$/;

/** Returns the code that stands for a label; null for a label. The API writes such a code in brackets. */
export const bracketedCode = (label: string): string | null => IN_BRACKETS.exec(label)?.[1] ?? null;

/** Returns a label without the brackets of a code, for places that take texts only. */
export const stripBrackets = (label: string): string => bracketedCode(label) ?? label;
