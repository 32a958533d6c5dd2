/** The mark of the console, as `public/favicon.svg` has it: a clock whose hand sends something off. Its name stands beside it. */
export function Mark({ size = 24 }: { size?: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />;
}
