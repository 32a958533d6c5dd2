import type { Loaded } from '../../../models/assignments/store/loadAssignment';

/** The parts of an assignment that the steps of its run read. Times are of the clock of the database in one, and of ours in another. */
export function knownFacts(loaded: Loaded | null): unknown {
  if (!loaded) return null;
  const { media, draftId, staged, replaced, earlier, hasLostStage, payload, platformPostId } = loaded.facts;
  const facts = { media, draftId, staged, replaced, earlier, hasLostStage, payload, platformPostId };
  const clocks = ['madeAt', 'storedAt', 'leaseLeftMs', 'leaseUntil'];
  const reported = { assignment: loaded.assignment, facts, result: loaded.result };
  return JSON.parse(
    JSON.stringify(reported, (key, value: unknown) => (value !== null && clocks.includes(key) ? 'then' : value)),
  );
}
