const units = ['KiB', 'MiB', 'GiB'] as const;

/** `256MiB` → bytes. @throws Error for a text that is no size */
export function parseSize(text: string): number {
  const [, digits, unit] = /^(\d{1,6})(KiB|MiB|GiB)$/.exec(text) ?? [];
  const power = units.findIndex((name) => name === unit) + 1;
  if (digits === undefined || Number(digits) === 0) throw new Error(`"${text}" is no size, such as 256MiB or 2GiB`);
  return Number(digits) * 1024 ** power;
}

/** Bytes → `2 GiB`, in the largest unit that leaves a whole number. */
export function formatSize(bytes: number): string {
  const power = [3, 2, 1].find((power) => bytes % 1024 ** power === 0) ?? 0;
  return `${bytes / 1024 ** power} ${units[power - 1] ?? 'B'}`;
}
