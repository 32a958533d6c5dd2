import { setTimeout as delay } from 'node:timers/promises';
import { shownPriceOf } from '../../domain/credits';
import { paced } from '../../domain/pace';
import type { Logger } from '../logger';
import type { Metrics } from '../metrics';
import { differencesOf, priceInWords } from './chargedPrice';
import type { ChargedPrice } from './chargedPrice';
import { PaymentFailure } from './Payments';
import type { Payments } from './Payments';
import { paidPlans, priceVariables } from './settings';
import type { PaidPlan, PaymentSettings } from './settings';

/** Whether each plan is charged at the price that is shown, as this process has last seen it (decision 45). */
export interface PlanPrices {
  /**
   * Compares the price of each plan with the shown price, and reports a difference.
   * @returns whether Stripe has answered for all of them, and none differs
   */
  compare(): Promise<boolean>;
  /**
   * The plans that are sold: all but plans whose last comparison has found a difference. A plan without a comparison is
   * compared first. If Stripe does not answer, it counts as sold.
   */
  sold(): Promise<PaidPlan[]>;
}

interface PlanPricesDeps {
  payments: Pick<Payments, 'priceOf'>;
  prices: PaymentSettings['prices'];
  logger: Logger;
  metrics: Pick<Metrics, 'planPriceDiffers' | 'planPriceComparedSeconds' | 'planPriceInTestMode'>;
}

type Comparison = 'equal' | 'different' | 'unanswered';

/** Opens the comparison of this process. It asks nothing by itself. */
export function createPlanPrices(deps: PlanPricesDeps): PlanPrices {
  const known = new Map<PaidPlan, Exclude<Comparison, 'unanswered'>>();
  const compareOne = async (plan: PaidPlan): Promise<Comparison> => {
    const comparison = await comparePlan(deps, plan);
    if (comparison !== 'unanswered') known.set(plan, comparison);
    return comparison;
  };
  return {
    compare: async () => (await Promise.all(paidPlans.map(compareOne))).every((comparison) => comparison === 'equal'),
    sold: async () => {
      await Promise.all(paidPlans.filter((plan) => !known.has(plan)).map(compareOne));
      return paidPlans.filter((plan) => known.get(plan) !== 'different');
    },
  };
}

async function comparePlan(deps: PlanPricesDeps, plan: PaidPlan): Promise<Comparison> {
  const { logger, metrics } = deps;
  const charged = await readPrice(deps, plan);
  if (charged === 'unanswered') return charged;
  const shown = shownPriceOf(plan);
  const differences = differencesOf(shown, charged);
  metrics.planPriceComparedSeconds.setToCurrentTime({ plan });
  metrics.planPriceDiffers.set({ plan }, differences.length > 0 ? 1 : 0);
  if (charged) metrics.planPriceInTestMode.set({ plan }, charged.isLive ? 0 : 1);
  const wanted = priceInWords(shown);
  const facts = { plan, priceId: deps.prices[plan], shown: wanted, charged: charged && priceInWords(charged) };
  if (differences.length === 0) {
    if (charged?.isLive) logger.info(facts, 'a plan is charged at the price that is shown');
    else logger.warn(facts, 'a plan has the price that is shown, but in a test mode: nobody is charged');
    return 'equal';
  }
  const remedy = `set ${priceVariables[plan]} to an active price of ${wanted}; see docs/deploy.md, Payments`;
  logger.error({ ...facts, differences, remedy }, 'a plan is not charged at the price that is shown; it is not sold');
  return 'different';
}

async function readPrice(
  { payments, prices, logger }: PlanPricesDeps,
  plan: PaidPlan,
): Promise<ChargedPrice | null | 'unanswered'> {
  try {
    return await payments.priceOf(prices[plan]);
  } catch (error) {
    // Whatever it is: neither the process nor a sale ends by it.
    const level = error instanceof PaymentFailure && error.reason === 'down' ? 'warn' : 'error';
    logger[level]({ plan, err: error }, 'the price of a plan could not be compared; it is tried again');
    return 'unanswered';
  }
}

/** The pause after a comparison without a difference. */
const dayMs = 24 * 3600 * 1000;
/** The pause after any other comparison. It doubles, up to the longest pause. */
const firstPauseMs = 5_000;
/** Within this time a price that was put right counts, in seconds. */
export const longestPauseSeconds = 600;

/**
 * Compares now and once a day. After a difference, or without an answer of Stripe, it compares again within minutes.
 * @param calmMs the pause after a comparison without a difference, a day if left out
 */
export function startComparing({ compare }: Pick<PlanPrices, 'compare'>, calmMs = dayMs): Comparing {
  const stopping = new AbortController();
  const comparing = keepComparing(compare, calmMs, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await comparing;
    },
  };
}

export interface Comparing {
  stop: () => Promise<void>;
}

async function keepComparing(compare: PlanPrices['compare'], calmMs: number, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    const isCalm = await compare();
    const waitMs = isCalm ? calmMs : paced(pauseMs);
    pauseMs = isCalm ? firstPauseMs : Math.min(pauseMs * 2, longestPauseSeconds * 1000);
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
