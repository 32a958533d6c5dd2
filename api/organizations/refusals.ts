import { conflict, notFound, Refusal } from '../http/errors';

export const noSuchMember = notFound('member');
export const ownerStays = conflict('The owner of an organization stays its owner and cannot be removed.');
export const roleTooLow = new Refusal('FORBIDDEN', () => 'Your role does not allow this to be done to this member.');
