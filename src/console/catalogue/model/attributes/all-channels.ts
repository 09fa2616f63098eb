/** Stands for all channels. */
export const ALL_CHANNELS = '*';
