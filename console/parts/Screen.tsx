import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { texts } from '../texts/app';
import { InPieces } from './Later';

interface Props {
  title: string;
  description?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Of the heading of a screen, by which the whole screen is called. */
export const titleId = 'title';

/** A screen with its title, which is also that of the browser's tab. */
export function Screen({ title, description, actions, children }: Props) {
  useTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Box className="breakable" flex="1 1 12rem">
          <Title order={1} id={titleId}>
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" size="sm" component="div" mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      <InPieces>{children}</InPieces>
    </Stack>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = texts.tabTitle(title);
  }, [title]);
}
