/** A whole number from an option. @throws Error that names the option where it is none, or out of bounds */
export function readCount(option: string, text: string | undefined, min: number, max: number): number {
  const count = /^\d{1,8}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw new Error(`--${option} must be a number from ${min} to ${max}`);
}
