import type { AnswerHeader, Api, Input } from '../../console/http/Api';

interface Given {
  api: Api;
  id: string;
}

/**
 * Requests for things that the API does not have, which must not compile. Nothing runs them: the compiler reports a
 * line that it takes, because the error that the line expects is then missing.
 */
export async function askWrongly({ api, id }: Given): Promise<unknown[]> {
  // @ts-expect-error -- no use case has this name
  await api.repeatAssignment({ assignmentId: id });
  // @ts-expect-error -- a use case of callers with an API key alone
  await api.listAssignments();
  // @ts-expect-error -- its answers are events
  await api.watchAssignment({ assignmentId: id });
  // @ts-expect-error -- its answer is a file
  await api.exportTransactions();
  // @ts-expect-error -- it speaks tus
  await api.removeUpload({ uploadSessionId: id });
  // @ts-expect-error -- the page of a consent
  await api.offerChannels({ ticket: id });
  // @ts-expect-error -- no parameter
  await api.retryAssignment();
  // @ts-expect-error -- the name in the path of the document
  await api.retryAssignment({ id });
  // @ts-expect-error -- one of two parameters
  await api.getPostStats({ connectionId: id });
  // @ts-expect-error -- no organization
  await api.listMembers();
  // @ts-expect-error -- the name in the path of the document
  await api.changeRole({ orgId: id, memberId: id, role: 'admin' });
  // @ts-expect-error -- a role that nobody can give
  await api.changeRole({ organizationId: id, memberId: id, role: 'owner' });
  // @ts-expect-error -- an unknown field of the query
  await api.searchAssignments({ words: 'coast' });
  // @ts-expect-error -- an order that there is not
  await api.searchAssignments({ sort: 'title' });
  // @ts-expect-error -- a number in words
  await api.listConnections({ page: '2' });
  // @ts-expect-error -- an unknown field of the body
  await api.updateProfile({ nickname: 'A' });
  // @ts-expect-error -- a field of the body that is missing
  await api.logIn({ email: 'a@example.com' });
  // @ts-expect-error -- an operation without fields
  await api.getMe({ id });
  const { items } = await api.listMcpGrants();
  // @ts-expect-error -- an unknown field of the answer
  const secret = items[0]?.token;
  // @ts-expect-error -- an answer without a body
  const { status } = await api.cancelAssignment({ assignmentId: id });
  // @ts-expect-error -- a header that the answer does not have
  const header: AnswerHeader<'createAssignment'> = 'X-Request-Id';
  // @ts-expect-error -- a number is no key
  const key: Input<'createAssignment'>['idempotencyKey'] = 1;
  return [secret, status, header, key];
}
