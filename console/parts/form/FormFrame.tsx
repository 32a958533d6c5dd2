import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../texts/app';
import { useTitle } from '../Screen';

interface Props {
  title: string;
  children: ReactNode;
  /** Below the form: other places to go to. */
  footer: ReactNode;
}

/** A page with a single form, for visitors who are not logged in. */
export function FormFrame({ title, children, footer }: Props) {
  useTitle(title);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400}>
        <Text fw={600} ta="center" c="dimmed">
          {texts.product}
        </Text>
        <Paper p="lg">
          <Stack>
            <Title order={1}>{title}</Title>
            {children}
          </Stack>
        </Paper>
        <Text size="sm" ta="center">
          {footer}
        </Text>
      </Stack>
    </Center>
  );
}
