import { notFound } from '../http/errors';

export const noSuchWorkspace = notFound('API client');
