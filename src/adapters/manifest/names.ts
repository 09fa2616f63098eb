/** `attributeSet` → `attribute_set`: a key of the graph as JSON writes it. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

/** Names that JSON has for the arguments of pages and for a seen version. */
const RENAMED: Readonly<Record<string, string>> = {
  first: 'limit',
  after: 'search_after',
  ifVersion: 'version',
};

/** Returns an argument or input field as JSON writes it. */
export function inputKey(name: string): string {
  return RENAMED[name] ?? snakeCase(name);
}

/** Returns an argument of a field as tools write it. */
export function toolKey(name: string): string {
  return name === 'ifVersion' ? 'if_version' : inputKey(name);
}

/** `IN_REVIEW` → `in_review`: a value of an enum as JSON writes it. */
export function enumJsonValue(value: string): string {
  return value.toLowerCase();
}

/** `AttributeSet` → `attribute set`: a type as sentences write it. */
export function humanTypeName(typeName: string): string {
  return snakeCase(typeName).replaceAll('_', ' ');
}
