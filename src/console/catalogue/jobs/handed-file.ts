let handed: File | null = null;

/** Gives the import page, which is opened next, the file that it begins with. */
export function handFile(file: File): void {
  handed = file;
}

/** Returns the file that the import page begins with. */
export const handedFile = (): File | null => handed;

export function forgetFile(): void {
  handed = null;
}
