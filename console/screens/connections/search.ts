import { readText } from '../../parts/readText';

/** The parameters of the list of channels in the address. */
export interface ConnectionSearch {
  search?: string;
  page?: number;
}

export function readConnectionSearch(given: Record<string, unknown>): ConnectionSearch {
  const page = Number(given['page']);
  return { ...readText(given, 'search'), ...(Number.isSafeInteger(page) && page > 1 && { page }) };
}
