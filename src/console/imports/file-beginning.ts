/** Bytes of a file that a preview looks at; a request carries a million. */
const BEGINNING_BYTES = 400_000;

/** The beginning of a file as text, cut behind its last whole line. */
export async function readBeginning(file: File): Promise<string> {
  const text = await file.slice(0, BEGINNING_BYTES).text();
  return file.size <= BEGINNING_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
