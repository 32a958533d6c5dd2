import { notFound } from '../../http/errors';

export const noSuchGrant = notFound('grant');
