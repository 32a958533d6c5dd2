import { platformSlugs } from '../../domain/platform';
import {
  mailQueue,
  mainQueue,
  hostsQueue,
  mediaQueue,
  platformQueue,
  priorities,
  publishAssignmentWorkflow,
  publishWorkflowId,
  retentionDays,
  searchAttributeTypes,
} from '../../domain/workflowContract';
import * as workflows from '../../workflows/index';

const assignmentId = '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e';

describe('names that processes and the Temporal server share', () => {
  it('has one workflow id per assignment and generation', () => {
    expect(publishWorkflowId({ assignmentId, generation: 1 })).toBe(`assignment/${assignmentId}/1`);
    expect(publishWorkflowId({ assignmentId, generation: 12 })).toBe(`assignment/${assignmentId}/12`);
  });

  it('names workflows as they are exported', () => {
    expect(Object.keys(workflows)).toContain(publishAssignmentWorkflow);
  });

  it('has one queue for workflows, one for mails, and three per platform: for its calls, its transfers and other hosts, all different', () => {
    const ofPlatforms = [platformQueue, mediaQueue, hostsQueue].flatMap((queueOf) => platformSlugs.map(queueOf));
    const queues = [mainQueue, mailQueue, ...ofPlatforms];
    expect(queues).toEqual([
      'main',
      'mails',
      'platform-youtube',
      'platform-facebook',
      'media-youtube',
      'media-facebook',
      'hosts-youtube',
      'hosts-facebook',
    ]);
  });

  it('has the search attributes of the architecture, by type', () => {
    expect(searchAttributeTypes).toEqual({
      AssignmentId: 'KEYWORD',
      WorkspaceId: 'KEYWORD',
      ConnectionId: 'KEYWORD',
      Platform: 'KEYWORD',
      ContentType: 'KEYWORD',
      AssignmentStatus: 'KEYWORD',
      ErrorCode: 'KEYWORD',
      ScheduledAt: 'DATETIME',
    });
  });

  it('serves webhooks before immediate publishes before scheduled ones, within the five priorities of Temporal', () => {
    const { webhook, immediate, scheduled } = priorities;
    expect(webhook).toBeLessThan(immediate);
    expect(immediate).toBeLessThan(scheduled);
    for (const priority of [webhook, immediate, scheduled]) {
      expect([1, 2, 3, 4, 5]).toContain(priority);
    }
  });

  it('keeps closed runs for 30 days', () => {
    expect(retentionDays).toBe(30);
  });
});
