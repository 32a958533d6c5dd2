import mark from './mark.svg?inline';

/** The mark of the console, as `mark.svg` has it: a clock whose hand sends something off. Its name stands beside it. */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src={mark} alt="" width={size} height={size} />;
}
