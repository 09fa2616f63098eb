/** Longest sentence of an answer; what is longer quotes something that its sender has. */
const LONGEST = 2_000;
const HEAD = 1_500;

/** A text that quotes what was sent: its beginning and its end when it has more than 2,000 characters. */
export function abbreviated(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, HEAD)}…${text.slice(HEAD + 1 - LONGEST)}` : text;
}
