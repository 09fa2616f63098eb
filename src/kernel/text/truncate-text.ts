/** Maximum length of a sentence in a response; a longer one quotes something that its sender has. */
const LONGEST = 2_000;
const HEAD = 1_500;

/** Returns a text that quotes the input: its beginning and its end when it has more than 2,000 characters. */
export function truncateText(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, HEAD)}…${text.slice(HEAD + 1 - LONGEST)}` : text;
}
