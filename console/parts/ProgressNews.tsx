import { VisuallyHidden } from '@mantine/core';

/** In per cent. */
const step = 25;

/** Reads out how far something is, quarter by quarter: its bytes change too often for that. @param share in per cent */
export function ProgressNews({ share }: { share: number }) {
  const reached = Math.floor(share / step) * step;
  return <VisuallyHidden role="status">{reached > 0 && `${reached} % have arrived`}</VisuallyHidden>;
}
