import { Anchor, Text } from '@mantine/core';
import { useViewer } from '../../viewer/viewer';

/** The sentence and the links that a platform wants beside the button that publishes; nothing if it asks for none. */
export function PlatformNotice({ platform }: { platform: string }) {
  const terms = useViewer().platforms.find(({ slug }) => slug === platform)?.terms;
  if (!terms?.notice) return null;
  return (
    <Text size="xs">
      {terms.notice}
      {terms.links.map(({ title, url }) => [
        ' ',
        <Anchor key={url} href={url} target="_blank" underline="always" inherit>
          {title}
        </Anchor>,
      ])}
    </Text>
  );
}
