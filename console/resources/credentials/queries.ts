import { queryOptions } from '@tanstack/react-query';
import { query } from '../../http/client';

export const credentialsQuery = queryOptions(query('getCredentials'));
