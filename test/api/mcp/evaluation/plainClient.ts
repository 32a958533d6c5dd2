import type { Address, Json } from '../../../support/actors';
import { callTool, sendMessage } from '../../../support/callers/mcp';
import type { ToolResult } from '../../../support/callers/mcp';
import { schemasOf } from '../../../support/callers/schemaFaults';

/**
 * A client without a model. It knows nothing of the service: it finds a tool by the words of titles and descriptions, gives it the facts that
 * its schema names, and goes on by `next` of the answer.
 */
export interface PlainClient {
  /** The tools that it has called, in their order. */
  readonly called: string[];
  /** Calls the tool that fits these words best. Fails where two fit alike, and for facts that the tool does not take. */
  use: (words: string, facts?: Json) => Promise<ToolResult>;
  /** Calls what the last answer names as the next step, with more facts. */
  follow: (facts?: Json) => Promise<ToolResult>;
}

/** Words that say nothing of a tool. */
const fillers = new Set(
  'a an the of to and or for in at on it its is are was be with that this which by i my me'.split(' '),
);

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return plain.filter((word) => !fillers.has(word)).map((word) => word.replace(/(ies|es|s)$/, ''));
}

export async function openPlainClient(api: Address, token: string): Promise<PlainClient> {
  const { body } = await sendMessage(api, token, { method: 'tools/list' });
  const tools: Json[] = body.result.tools;
  const faultsOf = schemasOf(Object.fromEntries(tools.map((tool) => [tool.name, tool])));
  const texts = tools.map(({ name, title, description }) => ({
    name: name as string,
    titled: new Set(wordsOf(title)),
    described: new Set(wordsOf(description)),
  }));
  /** A word counts the more, the fewer tools have it; in a title twice. */
  const weightOf = (word: string): number =>
    1 / Math.max(1, texts.filter(({ titled, described }) => titled.has(word) || described.has(word)).length);
  const pick = (words: string): string => {
    const asked = [...new Set(wordsOf(words))];
    const scored = texts.map(({ name, titled, described }) => {
      const points = asked.map((word) => weightOf(word) * (titled.has(word) ? 2 : described.has(word) ? 1 : 0));
      // Of two titles with the same words, the one that says nothing else.
      const share = asked.filter((word) => titled.has(word)).length / titled.size;
      return { name, score: points.reduce((sum, one) => sum + one, share / 10) };
    });
    const [best, second] = scored.toSorted((one, other) => other.score - one.score);
    if (!best || best.score === 0 || best.score === second?.score)
      throw new Error(`"${words}" fits ${best?.name} and ${second?.name} alike`);
    return best.name;
  };
  const called: string[] = [];
  let next: Json = null;
  const call = async (name: string, facts: Json): Promise<ToolResult> => {
    const faults = faultsOf([name, 'inputSchema'], facts);
    if (faults.length > 0) throw new Error(`${name} does not take ${JSON.stringify(facts)}: ${JSON.stringify(faults)}`);
    called.push(name);
    const answer = await callTool(api, token, name, facts);
    if (answer.isError) throw new Error(`${name} answers ${answer.text}`);
    next = answer.structured.next;
    return answer;
  };
  return {
    called,
    use: async (words, facts = {}) => call(pick(words), facts),
    follow: async (facts = {}) => {
      if (next === null) throw new Error(`there is no next step after ${called.at(-1)}`);
      return call(next['tool'], { ...next['arguments'], ...facts });
    },
  };
}
