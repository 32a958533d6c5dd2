import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../../look/Mark';
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
        <Group justify="center" gap={8}>
          <Mark size={32} />
          <Text fw={700} size="lg">
            {texts.product}
          </Text>
        </Group>
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
