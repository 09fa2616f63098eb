let pendingFile: File | null = null;

/** Gives the import page, which is opened next, the file that it begins with. */
export function setPendingFile(file: File): void {
  pendingFile = file;
}

/** Returns the file that the import page begins with. */
export const getPendingFile = (): File | null => pendingFile;

export function clearPendingFile(): void {
  pendingFile = null;
}
