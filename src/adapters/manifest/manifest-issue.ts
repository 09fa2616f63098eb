/** Reports why the other APIs cannot offer the schema: one full sentence for each fault to fix. */
export class ManifestError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ManifestError';
    this.sentences = sentences;
  }
}

/** One contradiction; the reader of the manifest collects them. */
export class ManifestIssue extends Error {}

/** @throws Contradiction with a full sentence */
export function throwIssue(sentence: string): never {
  throw new ManifestIssue(sentence);
}
