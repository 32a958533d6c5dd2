import { cancelAssignment } from '../../../api/assignments/cancelAssignment';
import { notPublic, notRetryable, updateNotMeant } from '../../../api/assignments/refusals';
import { retryAssignment } from '../../../api/assignments/retryAssignment';
import { sayAssignment } from '../../../api/assignments/toolAnswers/say';
import { Assignment, exampleAssignment } from '../../../api/assignments/schema';
import { assignmentTools } from '../../../api/assignments/tools';
import { updateAssignment } from '../../../api/assignments/edit/updateAssignment';
import { isInPlace, statusesOf } from '../../../domain/assignment/allows';

const tool = (named: string) => assignmentTools.find(({ name }) => name === named)!;

it.each([
  ['cancel', [cancelAssignment.description, tool('cancel_assignment').description]],
  ['edit', [updateAssignment.description, tool('update_assignment').description]],
  ['update', [updateAssignment.description, tool('update_assignment').description, updateNotMeant.text]],
  ['takeDown', [tool('unpublish_assignment').description, notPublic.text]],
  [
    'retry',
    [retryAssignment.summary, tool('retry_assignment').title, tool('retry_assignment').description, notRetryable.text],
  ],
] as const)('the texts about %s name each status in which it is allowed', (action, texts) => {
  for (const status of statusesOf(action))
    expect(texts.filter((text = '') => !new RegExp(`\\b${status}\\b`).test(text))).toEqual([]);
});

const post = { ...Assignment.parse(exampleAssignment), scheduledAt: '2027-05-01T10:00:00.000Z' };

it.each(['pending', 'uploading', 'uploaded', 'processing'] as const)(
  'an assistant hears of a post in %s whether it can be changed or cancelled, as the API decides',
  (status) => {
    const text = sayAssignment({ ...post, status });
    expect([text.includes('update_assignment'), text.includes('cancel_assignment')]).toEqual([
      isInPlace('edit', { status }),
      isInPlace('cancel', { status }),
    ]);
    expect(text.includes('can no longer be changed or cancelled')).toBe(!isInPlace('cancel', { status }));
  },
);
