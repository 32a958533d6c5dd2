/** The units that a request takes from the daily quota that a platform gives the whole service. */
export interface Cost {
  /** The platform's name for the quota that the units are taken from. */
  readonly bucket: string;
  readonly units: number;
}

/**
 * Takes the cost of a request, before the request is made. Units that were taken are not given back, since a request
 * whose answer is lost costs as much.
 * @throws PublishFailure `QUOTA_EXCEEDED`, naming the time of the reset, where not so much is left; nothing is taken then
 */
export type Spend = (bucket: string, units: number) => Promise<void>;

/** Requests first use up the units that were taken ahead for them, once; further costs are taken as ever. */
export function havingTaken(ahead: Cost, spend: Spend): Spend {
  let left = ahead.units;
  return async (bucket, units) => {
    if (bucket !== ahead.bucket || units > left) return spend(bucket, units);
    left -= units;
  };
}
