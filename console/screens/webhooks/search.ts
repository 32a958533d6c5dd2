import { deliveryStatuses } from '../../../domain/webhook';
import type { DeliveryStatus } from '../../../domain/webhook';
import { readWord } from '../../parts/readText';

/** The parameters of the log in the address. */
export interface DeliverySearch {
  status?: DeliveryStatus;
  page?: number;
}

export function readDeliverySearch(given: Record<string, unknown>): DeliverySearch {
  const status = readWord(given['status'], deliveryStatuses);
  const page = Number(given['page']);
  return { ...(status && { status }), ...(Number.isSafeInteger(page) && page > 1 && { page }) };
}
