import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/payloadInputs';

/** Says that a field has no value yet, before the words about it. */
export function Missing({ children }: { children?: ReactNode }) {
  return (
    <>
      <Text span inherit fw={600} c="var(--mantine-color-error)">
        {texts.missing}
      </Text>{' '}
      {children}
    </>
  );
}
