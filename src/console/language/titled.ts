/** `COMPLETED_WITH_ERRORS` → `completed with errors`. */
export const inWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

/** `COMPLETED_WITH_ERRORS` → `Completed with errors`. */
export const titled = (value: string): string => {
  const words = inWords(value);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
