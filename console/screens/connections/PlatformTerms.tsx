import { Anchor, Group } from '@mantine/core';
import { apiAddress } from '../../http/apiAddress';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';

/** The terms of a platform, and the page for owners of its channels. Nothing for a platform that is not offered. */
export function PlatformTerms({ platform }: { platform: string }) {
  const offered = useViewer().platforms.find(({ slug }) => slug === platform);
  if (!offered) return null;
  const { terms, hasAccountPage, name } = offered;
  const ownPage = { title: labels.accountPage(name), url: `${apiAddress()}/api/v1/oauth/${platform}/account` };
  return (
    <Group gap="sm">
      {[...terms.links, ...(hasAccountPage ? [ownPage] : [])].map(({ title, url }) => (
        <Anchor key={url} href={url} target="_blank" rel="noreferrer" underline="always" size="sm">
          {title}
        </Anchor>
      ))}
    </Group>
  );
}
