import { z } from 'zod';

/** A line of a transcript, in the form that docs/guides/assistants.md describes: JSON Lines, one event each. */
export type TranscriptLine =
  | { kind: 'begin'; task: string; ask: string; limit: number; at: string }
  | { kind: 'call'; task: string; tool: string; arguments: unknown }
  | { kind: 'answer'; task: string; isError: boolean; text: string }
  | { kind: 'said'; task: string; text: string }
  | { kind: 'end'; task: string; calls: number; limit: number; exitCode: number | null };

type ClientEvent =
  | { kind: 'call'; tool: string; arguments: unknown }
  | { kind: 'answer'; isError: boolean; text: string }
  | { kind: 'said'; text: string };

const Own = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), tool: z.string(), arguments: z.unknown() }),
  z.object({ kind: z.literal('answer'), isError: z.boolean(), text: z.string() }),
  z.object({ kind: z.literal('said'), text: z.string() }),
]);

const Texts = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]);
const Block = z.union([
  z.object({ type: z.literal('tool_use'), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('tool_result'), is_error: z.boolean().optional(), content: Texts.optional() }),
  z.object({ type: z.literal('text'), text: z.string() }),
]);
/** A message in the stream of a client such as Claude Code (`--output-format stream-json`). */
const Streamed = z.object({ message: z.object({ content: z.array(z.unknown()) }) });

/** The events of one line of a client's output, in our form or that of the stream. A line that is neither has none. */
export function eventsOf(line: string): ClientEvent[] {
  const json = parsed(line);
  const own = Own.safeParse(json);
  if (own.success) return [own.data];
  const streamed = Streamed.safeParse(json);
  if (!streamed.success) return [];
  return streamed.data.message.content.flatMap((given) => {
    const block = Block.safeParse(given);
    return block.success ? [eventOf(block.data)] : [];
  });
}

function eventOf(block: z.infer<typeof Block>): ClientEvent {
  if (block.type === 'text') return { kind: 'said', text: block.text };
  if (block.type === 'tool_use') return { kind: 'call', tool: toolIn(block.name), arguments: block.input };
  const { is_error: isError = false, content = '' } = block;
  const text = typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('\n');
  return { kind: 'answer', isError, text };
}

/** The name of a tool without that of its server: `mcp__delivery__list_assignments`. */
function toolIn(name: string): string {
  return name.replace(/^mcp__.*__/, '');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
