import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../http/Api';
import { query } from '../../http/client';

export type Grant = Answer<'listMcpGrants'>['items'][number];

export const grantsQuery = queryOptions(query('listMcpGrants'));
