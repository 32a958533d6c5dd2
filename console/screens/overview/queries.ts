import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageSizeMax } from '../../../domain/limits';
import { query } from '../../http/client';
import { assignmentsQuery } from '../../resources/assignments/list';

/** The numbers of posts that are shown. */
const failedMax = 20;
const publishedMax = 4;

const restingMs = 30_000;

/** The newest webhook that its receiver did not take. */
export const failedWebhooksQuery = queryOptions({
  ...query('listWebhookDeliveries', { status: 'failed', limit: 1 }),
  refetchInterval: restingMs,
});

export const failedQuery = assignmentsQuery({ status: 'failed' }, failedMax);

/** The newest posts: those among them that have no time are under way. It is the first page of the list of posts, too. */
export const newestQuery = assignmentsQuery({});

export const publishedQuery = assignmentsQuery({ status: 'published', sort: '-publishedAt' }, publishedMax);

/** The posts with a time within a span. */
export const weekQuery = ({ from, to }: { from: string; to: string }) =>
  queryOptions({
    ...query('searchAssignments', { scheduledFrom: from, scheduledTo: to, sort: 'scheduledAt', limit: pageSizeMax }),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });
