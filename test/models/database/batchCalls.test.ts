import { batchCalls } from '../../../models/database/batchCalls';
import { until } from '../../support/until';

/** A statement that ends when the test says so. */
function openStatements() {
  const statements: { keys: readonly number[]; answer: (results: string[]) => void; fail: (error: Error) => void }[] =
    [];
  const ask = batchCalls(
    async (keys: readonly number[]) =>
      new Promise<string[]>((answer, fail) => {
        statements.push({ keys, answer, fail });
      }),
  );
  return { ask, statements };
}

/** Until all that waits for nothing has gone on. */
const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('a call that comes alone waits for nothing', async () => {
  const { ask, statements } = openStatements();
  const asked = ask(1);
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1]]);
  statements[0]!.answer(['one']);
  expect(await asked).toBe('one');
});

it('calls that come while a statement is under way go together in the next, each with its own result', async () => {
  const { ask, statements } = openStatements();
  const first = ask(1);
  await turn();
  const others = [2, 3].map(async (key) => ask(key));
  await turn();
  others.push(ask(3));
  await turn();
  expect(statements).toHaveLength(1);
  statements[0]!.answer(['one']);
  await first;
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1], [2, 3, 3]]);
  statements[1]!.answer(['two', 'three', 'three']);
  expect(await Promise.all(others)).toEqual(['two', 'three', 'three']);
});

it('a statement that fails, fails its calls and no others', async () => {
  const { ask, statements } = openStatements();
  const first = ask(1);
  await turn();
  const second = ask(2);
  statements[0]!.fail(new Error('the connection was lost'));
  await expect(first).rejects.toThrow('the connection was lost');
  await turn();
  statements[1]!.answer(['two']);
  expect(await second).toBe('two');
});

it('a statement takes 200 calls at most', async () => {
  const { ask, statements } = openStatements();
  const all = Array.from({ length: 201 }, async (_, key) => ask(key));
  await turn();
  statements[0]!.answer(statements[0]!.keys.map(String));
  await turn();
  statements[1]!.answer(statements[1]!.keys.map(String));
  expect(await Promise.all(all)).toHaveLength(201);
  expect(statements.map(({ keys }) => keys.length)).toEqual([200, 1]);
});

it('a statement that hangs holds up the next for a second', async () => {
  const { ask, statements } = openStatements();
  void ask(1);
  await turn();
  const second = ask(2);
  await until(() => statements.length === 2);
  statements[1]!.answer(['two']);
  expect(await second).toBe('two');
});
