import { QueryClient } from '@tanstack/react-query';
import { ApiFault } from './ApiFault';

const triesMax = 2;

/**
 * The answers to earlier requests of this tab. A refusal is final. A request without an answer is sent again, unless its
 * answer was waited for in vain.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => isPassing(error) && !isLate(error) && failures < triesMax,
      // Offline the request itself says so, at once.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Tells whether the same request may succeed later. */
export function isPassing(error: Error): boolean {
  return error instanceof ApiFault && (error.status === 0 || error.status >= 502);
}

function isLate(error: Error): boolean {
  return error instanceof ApiFault && error.code === 'LATE';
}
