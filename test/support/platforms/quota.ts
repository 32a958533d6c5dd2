import type { Spend } from '../../../domain/cost';

/** For calls whose cost is no part of the question. */
export const unlimited: Spend = async () => undefined;
