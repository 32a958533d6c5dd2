import { failureWords } from '../../console/words/failures';
import { failureKinds } from '../../domain/failures/failures';

it.each(Object.entries(failureKinds))('the step after %s is its remedy', (code, { remedy }) => {
  const { next, needsNewPost } = failureWords(code);
  expect(needsNewPost).toBe(remedy === 'new assignment');
  expect(next).toMatch(needsNewPost ? /\. Create a new post: a retry .* fails again\.$/ : /\. Then retry the post\.$/);
});

it('a code that is not known here can be retried', () => {
  expect(failureWords('NEWER_THAN_THIS_PAGE')).toMatchObject({ name: 'Newer than this page', next: 'Retry the post.' });
});
