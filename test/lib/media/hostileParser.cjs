/** Stands for a parser that a hostile file leads astray: the size of the medium says how. */
exports.parseMedia = ({ sizeBytes }) => {
  if (sizeBytes === 1) for (;;);
  if (sizeBytes === 2) for (let kept = [0]; ;) kept = [...kept, ...kept];
  if (sizeBytes === 3) process.exit(1);
  if (sizeBytes === 4) throw new Error('what the parser says');
  if (sizeBytes === 5) setTimeout(() => process.exit(1), 20);
  return { kind: 'unknown' };
};
