import { moves } from '../../../bin/docs/moves';
import { isNotified } from '../../../domain/webhook';
import { contractWays } from './contractWays';

const ways = moves.map(({ from, to }) => `${from} → ${to}`);

it('the contract promises the moves that docs/states.md shows, each once, and no others', () => {
  expect(ways.toSorted()).toEqual([...contractWays.keys()].toSorted());
});

it('the contract promises a webhook for the moves that send one', () => {
  const sent = moves.map(({ from, to }) => [`${from} → ${to}`, isNotified(to) ? 'yes' : 'no']);
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(contractWays));
});

it('nothing leaves published and cancelled, and only a retry leaves failed', () => {
  const left = moves.filter(({ from }) => ['published', 'failed', 'cancelled'].includes(from));
  expect(left).toEqual([{ from: 'failed', to: 'pending', by: ['retried'] }]);
});
