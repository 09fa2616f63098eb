import type { Config } from '../config.ts';
import { type DuplicateText, findDuplicateTexts } from '../platform/database/duplicate-texts.store.ts';
import { pgTransaction } from '../platform/database/transaction.ts';
import { withAppContext } from './with-app-context.ts';

/** Status of a check that finds something. */
const EXIT_FINDINGS = 3;

/**
 * Runs `check`: lists the objects that are stored twice because their texts differ in their Unicode form alone, from
 * the time before requests were read in normal form C. It changes nothing: people decide which object stays.
 */
export async function check(config: Config): Promise<void> {
  await withAppContext(config, async ({ database }) => {
    const texts = await findDuplicateTexts(pgTransaction(database.owner));
    process.stdout.write(reportOf(texts));
    if (texts.length > 0) process.exitCode = EXIT_FINDINGS;
  });
}

/** Returns the lines that people read. */
export function reportOf(texts: readonly DuplicateText[]): string {
  if (texts.length === 0) return 'No text is stored in more than one Unicode form.\n';
  const lines = texts.map(({ organization, kind, owner, text, forms, objects }) =>
    [
      organization,
      owner === '' ? kind : `${kind} (${owner})`,
      `'${text}'`,
      `${forms} forms`,
      objects.join(', '),
    ].join('\t'),
  );
  return `${lines.join('\n')}\n`;
}
