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
    next: ({ items: [first] }) =>
      first ? { tool: 'get_platform_capabilities', arguments: { platform: first.slug } } : null,
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
    next: ({ platform }) => ({ tool: 'list_connections', arguments: { platform } }),
  }),
];

type Field = Capabilities['contentTypes'][number]['payloadFields'][number];

/** Longer lists of options are left to the structured content. */
const optionsMax = 12;

function hintsOf({ required, items, options }: Field): string[] {
  const parts = items?.fields?.map((part) => (part.required || items.hasOneField ? part.name : `${part.name}?`));
  return [
    ...(required ? ['(required)'] : []),
    ...(options !== null && options.length <= optionsMax ? [`(${options.join(' | ')})`] : []),
    ...(parts ? [`(list of {${parts.join(items?.hasOneField ? ' | ' : ', ')}})`] : []),
  ];
}

function sayCapabilities({ platform, contentTypes }: Capabilities): string {
  const lines = contentTypes.map(({ slug, media, payloadFields }) => {
    const fields = payloadFields.map((field) => [field.name, ...hintsOf(field)].join(' '));
    return `${slug}: ${sayMedia(media)}; ${fields.length === 0 ? 'no payload fields' : fields.join(', ')}`;
  });
  return [`${platform} takes these types, each with its media and its payload fields:`, ...lines].join('\n');
}

/** The media of a type with its limits: the JSON of all types is too long for the text of an answer. */
function sayMedia(media: Capabilities['contentTypes'][number]['media']): string {
  const kinds = (['video', 'image'] as const).flatMap((kind) => {
    const limits = media[kind];
    if (!limits) return [];
    const { maxFileSizeBytes: bytes, maxDurationSeconds: seconds, contentTypes } = limits;
    const most = [
      ...(bytes === null ? [] : [`${Math.floor(bytes / 1_048_576)} MiB`]),
      ...(seconds === null ? [] : [`${seconds} s`]),
    ];
    return [
      `${kind} (${[contentTypes.join(' '), ...(most.length === 0 ? [] : [`at most ${most.join(', ')}`])].join(', ')})`,
    ];
  });
  return kinds.length === 0 ? 'no media' : kinds.join(' or ');
}
