import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshCredits } from '../../resources/billing/queries';

/**
 * The way to a page of the payment provider, which stays under way until the browser is there. A browser that goes back
 * from it may show this page as it was left (`persisted`): then the way is free, and billing is read again.
 * @param addressOf asks for the address of that page
 */
export function useLeaving<Order = void>(addressOf: (order: Order) => Promise<string>) {
  const queries = useQueryClient();
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: addressOf,
    onSuccess: (url) => window.location.assign(url),
  });
  useEffect(() => {
    const begin = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      // Several parts of a screen lead away: the first part asks for all parts.
      void refreshCredits(queries, { cancelRefetch: false });
    };
    window.addEventListener('pageshow', begin);
    return () => window.removeEventListener('pageshow', begin);
  }, [queries, reset]);
  return { leave: mutate, error, isLeaving: isPending || isSuccess };
}
