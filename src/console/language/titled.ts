/** Converts `COMPLETED_WITH_ERRORS` to `completed with errors`. */
export const inWords = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

/** Converts `COMPLETED_WITH_ERRORS` to `Completed with errors`. */
export const titled = (value: string): string => {
  const words = inWords(value);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
