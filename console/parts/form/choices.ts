export interface Choice {
  value: string;
  label: string;
}

/** The choices of a field with its present value among them: a field whose value is no choice shows another one. */
export function withCurrent(choices: readonly Choice[], current: string, label = current): Choice[] {
  return choices.some(({ value }) => value === current) ? [...choices] : [{ value: current, label }, ...choices];
}
