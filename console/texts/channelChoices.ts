/** Channels as choices of a filter. */
export const texts = { removed: 'Removed channel', unknown: 'Selected channel' };
