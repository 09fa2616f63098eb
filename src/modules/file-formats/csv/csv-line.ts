/** Returns one record of a table with its line end (RFC 4180): cells are quoted where they have to be. */
export function csvLine(cells: readonly string[], delimiter: string, enclosure: string): string {
  // If quotes have no meaning, a blank replaces each character that would end a cell.
  if (enclosure === '')
    return `${cells.map((cell) => cell.replaceAll(delimiter, ' ').replace(/[\r\n]+/g, ' ')).join(delimiter)}\r\n`;
  const quoted = cells.map((cell) => {
    const isPlain =
      !cell.includes(enclosure) && !cell.includes(delimiter) && !/[\r\n]/.test(cell) && cell === cell.trim();
    return isPlain ? cell : `${enclosure}${cell.replaceAll(enclosure, enclosure + enclosure)}${enclosure}`;
  });
  // A record of one empty cell would be an empty line.
  const line = quoted.length === 1 && quoted[0] === '' ? enclosure + enclosure : quoted.join(delimiter);
  return `${line}\r\n`;
}
