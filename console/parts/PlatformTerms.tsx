import { Anchor, Group, Stack, Text } from '@mantine/core';
import { apiAddress } from '../http/apiAddress';
import { labels } from '../texts/labels';
import { useViewer } from '../viewer/viewer';

interface Props {
  platform: string;
  /** Whether something is published here: then the platform's notice stands before the links. */
  isPublishing?: boolean;
}

/** The terms of a platform, in its own words, and the page for owners of channels. Nothing for a platform that is not offered. */
export function PlatformTerms({ platform, isPublishing = false }: Props) {
  const { platforms } = useViewer();
  const offered = platforms.find(({ slug }) => slug === platform);
  if (!offered) return null;
  const { terms, hasAccountPage, name } = offered;
  const ownPage = { title: labels.accountPage(name), url: `${apiAddress()}/api/v1/oauth/${platform}/account` };
  const links = [...terms.links, ...(hasAccountPage && !isPublishing ? [ownPage] : [])];
  const notice = isPublishing ? terms.notice : null;
  if (notice === null && links.length === 0) return null;
  return (
    <Stack gap={4}>
      {notice !== null && <Text size="sm">{notice}</Text>}
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
