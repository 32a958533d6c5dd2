import { Group, Paper, Stack, Title } from '@mantine/core';
import type { StackProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends Pick<StackProps, 'align'> {
  /** Of its heading; unique on the page. */
  id: string;
  title: ReactNode;
  /** Stands at the other end of the heading's line. */
  aside?: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Section({ id, title, aside, isBusy, align, children }: Props) {
  const heading = (
    <Title order={2} id={id}>
      {title}
    </Title>
  );
  return (
    <Paper component="section" aria-labelledby={id} aria-busy={isBusy}>
      <Stack gap="sm" align={align}>
        {aside === undefined ? (
          heading
        ) : (
          <Group justify="space-between" align="baseline">
            {heading}
            {aside}
          </Group>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
