/** Misbehaves as a decoder may that a file has taken over. */
exports.shrink = ([kind]) => {
  if (kind === 1) for (;;);
  if (kind === 2) process.exit(1);
  if (kind === 3) throw new Error('broken');
  return Uint8Array.of(7);
};
