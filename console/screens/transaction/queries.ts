import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';

export const transactionQuery = (transactionId: string) => queryOptions(query('getTransaction', { transactionId }));
