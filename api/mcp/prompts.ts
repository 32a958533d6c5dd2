import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mediaUrlLengthMax } from '../../domain/limits';

const line = (description: string, lengthMax = 2000) => z.string().min(1).max(lengthMax).meta({ description });

/** Prompts that users start by hand, in clients that offer prompts. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'draft_post',
    {
      title: 'Draft and schedule a post',
      description: 'Writes a post for a channel, checks it, shows it to you, and schedules it once you agree',
      argsSchema: z.object({
        topic: line('What the post is about'),
        channel: line('Name of the channel').optional(),
        when: line('When it goes live, in your words').optional(),
        mediaUrl: line('Public address of the video or picture', mediaUrlLengthMax).optional(),
      }),
    },
    ({ topic, channel, when, mediaUrl }) => asked(draft({ topic, channel, when, mediaUrl })),
  );
  server.registerPrompt(
    'find_failure',
    {
      title: 'Find out why a post failed',
      description: 'Reads a failed post, explains its errors, and says who has to do what',
      argsSchema: z.object({
        assignmentId: line('Id of the assignment; without it, the latest that failed').optional(),
      }),
    },
    ({ assignmentId }) => asked(inquiry(assignmentId)),
  );
}

function asked(steps: readonly string[]) {
  const text = steps.join('\n');
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

interface Wishes {
  readonly topic: string;
  readonly channel: string | undefined;
  readonly when: string | undefined;
  readonly mediaUrl: string | undefined;
}

function draft({ topic, channel, when, mediaUrl }: Wishes): string[] {
  return [
    `Draft a post about: ${topic}`,
    `Channel: ${channel ?? 'ask me, with the names that list_connections gives'}`,
    `Time: ${when ?? 'ask me'}`,
    `Media: ${mediaUrl ?? 'none yet; ask me for a public address if the type needs one'}`,
    '1. Find the connection with list_connections, and its fields with get_platform_capabilities.',
    '2. Write the payload. Check it with validate_assignment until it is valid.',
    '3. Show me with preview_post the post, the channel, the time in my time zone and the credits. Wait until I agree.',
    '4. Call create_assignment, then get_assignment, and tell me how it stands.',
  ];
}

function inquiry(assignmentId: string | undefined): string[] {
  const which = assignmentId ?? 'the latest one that list_assignments gives for the status failed';
  return [
    `Find out why this post failed: ${which}`,
    '1. Read it with get_assignment. Its errors have a code, a message and what to do.',
    '2. Look at its channel with get_connection, and explain each code with explain_error.',
    '3. Tell me in plain words what happened and who has to act. Do not retry, change or cancel anything unless I agree.',
    '4. If I agree, do what is needed, such as refresh_connection_token, then what the error names: retry_assignment, or a new assignment.',
  ];
}
