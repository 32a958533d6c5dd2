import { reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { getPlatformCapabilities } from './getPlatformCapabilities';
import { listPlatforms } from './listPlatforms';
import { presentCapabilities, presentPlatforms } from './present';
import { Capabilities, PlatformList } from './schema';

export const platformTools = [
  mcpTool(listPlatforms, {
    name: 'list_platforms',
    title: 'List platforms',
    description: 'Lists the platforms and the types of posts that each of them takes.',
    hints: reads,
    schema: PlatformList,
    present: presentPlatforms,
    say: ({ items }) =>
      [
        ...items.map(({ slug, name, contentTypes }) => `${slug} (${name}): ${contentTypes.join(', ')}`),
        'get_platform_capabilities has the payload fields of each type.',
      ].join('\n'),
  }),
  mcpTool(getPlatformCapabilities, {
    name: 'get_platform_capabilities',
    title: 'Get what a platform takes',
    description: 'Tells the types of posts of a platform, the limits of their media, and the fields of their payload.',
    hints: reads,
    nextSteps: { NOT_FOUND: 'list_platforms has the names of the platforms.' },
    schema: Capabilities,
    present: presentCapabilities,
    say: sayCapabilities,
  }),
];

type Field = Capabilities['contentTypes'][number]['payloadFields'][number];

function hintsOf({ required, items }: Field): string[] {
  const parts = items?.fields?.map((part) => (part.required || items.hasOneField ? part.name : `${part.name}?`));
  return [
    ...(required ? ['(required)'] : []),
    ...(parts ? [`(list of {${parts.join(items?.hasOneField ? ' | ' : ', ')}})`] : []),
  ];
}

function sayCapabilities({ platform, contentTypes }: Capabilities): string {
  const lines = contentTypes.map(({ slug, payloadFields }) => {
    const fields = payloadFields.map((field) => [field.name, ...hintsOf(field)].join(' '));
    return `${slug}: ${fields.length === 0 ? 'no payload fields' : fields.join(', ')}`;
  });
  return [`${platform} takes these types, each with its payload fields:`, ...lines].join('\n');
}
