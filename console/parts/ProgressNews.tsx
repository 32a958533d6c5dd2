import { VisuallyHidden } from '@mantine/core';
import { texts } from '../texts/parts';

/** In per cent. */
const step = 25;

/** Reads out how far something is, quarter by quarter: its bytes change too often for that. @param share in per cent */
export function ProgressNews({ share }: { share: number }) {
  const reached = Math.floor(share / step) * step;
  return <VisuallyHidden role="status">{reached > 0 && texts.uploadedShare(reached)}</VisuallyHidden>;
}
