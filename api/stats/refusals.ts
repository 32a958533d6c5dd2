import { notFound } from '../http/errors';

/** The post is foreign, unknown, of another connection, not published, or gone from the platform. */
export const noSuchPost = notFound('post');
