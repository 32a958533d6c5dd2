import { notFound } from '../http/errors';

export const noSuchConnection = notFound('connection');
