import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useViewer } from '../viewer/viewer';

interface Props {
  platform: string;
  /** Whether something is published here: then the platform's notice stands before the links. */
  isPublishing?: boolean;
}

/** The terms of a platform, in its own words. Nothing for a platform that asks for none, or that is not offered. */
export function PlatformTerms({ platform, isPublishing = false }: Props) {
  const { platforms } = useViewer();
  const { notice = null, links = [] } = platforms.find(({ slug }) => slug === platform)?.terms ?? {};
  const shown = isPublishing ? notice : null;
  if (shown === null && links.length === 0) return null;
  return (
    <Stack gap={4}>
      {shown !== null && <Text size="sm">{shown}</Text>}
      <Group gap="sm">
        {links.map(({ title, url }) => (
          <Anchor key={url} href={url} target="_blank" rel="noreferrer" underline="always" size="sm">
            {title}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}
