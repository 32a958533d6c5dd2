import { tools } from '../../../api/tools';
import { answerBytesMax, textOf, textsOf, withinLimit } from '../../../api/faces/toolText';
import type { Json } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { videoBody } from '../../support/build/video';
import { buildCaller } from '../../support/callers/caller';
import { callTool, sendMessage } from '../../support/callers/mcp';
import { use } from '../../support/use';

/** contract.md §9: the text of an answer has 8 KiB at most, and lists have 10 items, at most 50. */

const app = useApp();
const caller = use(async () => buildCaller(app, { credits: 5000 }));
const granted = use(async () => buildMcpGrant(caller));
const ask = async (name: string, given: Json = {}) => callTool(app, granted.accessToken, name, given);

const textBytes = async (name: string, given: Json): Promise<number> => {
  const { body } = await sendMessage(app, granted.accessToken, {
    method: 'tools/call',
    params: { name, arguments: given },
  });
  return Buffer.byteLength(body.result.content.map(({ text = '' }: Json) => text).join(''));
};

describe('a list', () => {
  beforeAll(async () => {
    for (let nth = 0; nth < 55; nth += 1) {
      const title = `${'長い題名'.repeat(20)} ${nth}`;
      await buildAssignment(caller, { payload: { title }, scheduledAt: new Date('2100-01-01T09:00:00Z') });
    }
    for (let nth = 0; nth < 12; nth += 1) await buildConnection(caller, { name: `Channel ${nth}` });
  });

  it.each(['list_assignments', 'list_connections'])(
    '%s has 10 items, and says how to get the next page',
    async (name) => {
      const { structured, text } = await ask(name);
      expect([structured.items.length, structured.limit]).toEqual([10, 10]);
      expect(text).toContain(`more: ${name} {"page":2}`);
      const second = await ask(name, { page: 2 });
      expect(second.structured.items[0].id).not.toBe(structured.items[0].id);
    },
  );

  it('has 50 items at most, which are cut in the text alone, with the way to the rest', async () => {
    const { structured, text } = await ask('list_assignments', { limit: 50 });
    expect(structured.items).toHaveLength(50);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(answerBytesMax);
    expect(text).toMatch(/Cut here: \d+ more lines\. Ask for fewer with a smaller limit/);
    const refused = await ask('list_assignments', { limit: 51 });
    expect([refused.isError, refused.json.details]).toEqual([true, { limit: ['must be at most 50'] }]);
  });

  it.each(
    tools
      .filter(({ inputSchema }) => 'limit' in (inputSchema['properties'] as Json))
      .map(({ name, inputSchema }) => [name, inputSchema] as const),
  )('%s shows both limits in its schema', (_name, { properties }: Json) =>
    expect(properties.limit).toMatchObject({ default: 10, maximum: 50 }),
  );
});

describe('a long answer', () => {
  it('of a judgement names the next call without its arguments, which are in the structured content', async () => {
    const post = videoBody(caller.connectionId, { payload: { title: 'T', description: 'é'.repeat(2400) } });
    const { structured, text } = await ask('validate_assignment', post);
    expect(structured.next).toEqual({ tool: 'create_assignment', arguments: post });
    expect(text).toContain('next: create_assignment with the same arguments');
  });

  it('of a refusal is cut, too', async () => {
    const payload = { title: 'T', tags: Array.from({ length: 400 }, () => '') };
    expect(await textBytes('create_assignment', { ...videoBody(caller.connectionId), payload })).toBeLessThanOrEqual(
      answerBytesMax,
    );
  });

  it.each([
    ['lines', Array.from({ length: 2000 }, (_, nth) => `line ${nth}`)],
    ['one line', ['é'.repeat(9000)]],
    ['a long line among others', ['head', '🙂'.repeat(4000), 'tail']],
  ])('of %s stays within the limit, and says so', (_what, lines) => {
    const text = withinLimit(lines);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(answerBytesMax);
    expect(text).toMatch(/\nCut here: \d+ more lines/);
    expect(text).not.toContain('\uFFFD');
  });

  it('leaves its JSON out of the text where both are too long together', () => {
    expect(textsOf('words', { a: 'x'.repeat(9000) })).toEqual([{ type: 'text', text: 'words' }]);
    expect(textsOf('words', { a: 1 })).toHaveLength(2);
  });

  it('begins with its ids and the next step', () => {
    const next = { tool: 'get_assignment', arguments: { assignmentId: 'a' } };
    expect(textOf({ body: { status: 'x', id: 'a', connectionId: null }, next, more: null, words: 'Done.' })).toBe(
      'id: a\nnext: get_assignment {"assignmentId":"a"}\nDone.',
    );
  });
});
