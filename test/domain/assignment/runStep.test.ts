import { after } from '../../../domain/assignment/after';
import { runStep } from '../../../domain/assignment/runStep';
import type { AssignmentSnapshot, Time } from '../../../domain/assignment/snapshot';
import { due, newWorld } from './abstract';
import { walk } from './walk';
import { run, wrongOf } from './wrongSteps';

it('a run that has begun has work or a wait, in every state that a post without media can be in', () => {
  const wrongs = new Set<string>();
  let seen = 0;
  walk(false, after, '', (snapshot) => {
    seen += 1;
    const wrong = wrongOf(snapshot);
    if (wrong !== null) wrongs.add(`${wrong}: ${JSON.stringify(snapshot)}`);
  });
  expect([...wrongs].slice(0, 3)).toEqual([]);
  expect(seen).toBeGreaterThan(10_000);
});

it.each<[string, Time | null]>([
  ['due', due.past],
  ['without a time', null],
  ['ahead of its time', due.ahead],
])('a post that is %s waits for the end of a call that staged', (_words, dueAt) => {
  const { snapshot } = newWorld(true, dueAt);
  const call = { of: 'stage', leaseUntil: 5000, isAccepted: false, hasHappened: false, isRepeatable: false } as const;
  const assignment: AssignmentSnapshot = { ...snapshot, status: 'uploaded', call };
  expect(wrongOf(assignment)).toBeNull();
  expect(runStep(run, { assignment, now: 0 })).toMatchObject({ do: 'wait', for: 'the end of a call' });
});

it('a run of an older generation has nothing to do', () => {
  const { snapshot } = newWorld(false, null);
  const assignment = { ...snapshot, generation: 2 };
  expect(runStep(run, { assignment, now: 0 })).toMatchObject({ do: 'end', as: 'superseded' });
});
