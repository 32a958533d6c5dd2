import { notFound } from '../http/errors';

export const noSuchDelivery = notFound('webhook delivery');
