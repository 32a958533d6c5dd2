import type { Arm, Bench, Figure, Preparation, Round, Workshop } from '../Bench';
import { ratioAtMost, shown, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { password, registerUser } from '../registerUser';
import { startSandbox } from '../startSandbox';
import { startTunedService } from '../startTuned';
import { percentile, ratios } from '../statistics';
import { withDatabase } from '../withDatabase';

/** A verification that is left out would make it 10 and more. */
const ratioMax = 1.1;
/** Fewer failures of each than the service allows in 15 minutes (contract.md §7). */
const users = 5;
const tryCountMax = 9 * users;

/** Shows whether the time of an answer tells which emails are registered. */
export const logIn: Bench = {
  name: 'logIn',
  summary: 'POST /auth/login with an unknown email and with a wrong password, in turn: how far apart the answers are.',
  options: { tries: { default: '40', description: 'how many of each in a round' } },
  prepare: async (workshop, { tries }) => prepare(workshop, readCount('tries', tries, 1, tryCountMax)),
};

async function prepare(workshop: Workshop, tries: number): Promise<Preparation> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const { apiUrl, databaseUrl } = service;
  for (let n = 0; n < users; n += 1) await registerUser(service, `known-${n}@example.com`);
  const fail = async (email: string): Promise<number> => {
    const body = JSON.stringify({ email, password: `not ${password}` });
    const headers = { 'content-type': 'application/json' };
    const beganMs = performance.now();
    const { status } = await fetch(`${apiUrl}/api/v1/auth/login`, { method: 'POST', headers, body });
    const ms = performance.now() - beganMs;
    if (status !== 400) throw new Error(`a log-in that fails was answered with ${status}`);
    return ms;
  };
  const failures: Arm = {
    name: 'failures',
    run: async () => {
      await withDatabase(databaseUrl, async (client) => client.query('DELETE FROM failure_counts'));
      const [known, unknown]: [number[], number[]] = [[], []];
      for (let n = 0; n < tries; n += 1) {
        known.push(await fail(`known-${n % users}@example.com`));
        unknown.push(await fail(`unknown-${n % users}@example.com`));
      }
      return { knownP50Ms: percentile(known, 0.5), unknownP50Ms: percentile(unknown, 0.5) };
    },
  };
  return { arms: [failures], judge };
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  const known = valuesOf(rounds, 'failures', 'knownP50Ms');
  const unknown = valuesOf(rounds, 'failures', 'unknownP50Ms');
  const ofBoth = (pick: typeof Math.max): number[] => known.map((ms, index) => pick(ms, unknown[index] ?? Number.NaN));
  const [faster, slower] = [ofBoth(Math.min), ofBoth(Math.max)];
  return [
    shown('a wrong password, p50', known, { unit: 'ms' }),
    shown('an unknown email, p50', unknown, { unit: 'ms' }),
    ratioAtMost(ratioMax, 'the slower of both, p50, against the faster', slower, {
      unit: 'ms',
      baseline: faster,
      ratio: ratios(slower, faster),
    }),
  ];
}
