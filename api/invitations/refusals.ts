import { conflict, notFound, Refusal } from '../http/errors';

export const noSuchInvitation = notFound('invitation');
export const isInvited = conflict('An invitation of this email is pending already.');
export const isMember = conflict('This email belongs to a member already.');
export const hasJoined = conflict('You are a member of this organization already.');
export const forAnother = new Refusal('FORBIDDEN', () => 'This invitation is for another email.');
export const isOver = new Refusal('GONE', () => 'This invitation has expired. Ask for another one.');
