import { assert, double, nat, oneof, property } from 'fast-check';
import {
  deliveryEvents,
  eventBody,
  isTransition,
  nextAttemptDelayMs,
  webhookBody,
  webhookDelaysDefault,
} from '../../domain/webhook';
import type { WebhookEvent } from '../../domain/webhook';

const event: WebhookEvent = {
  assignmentId: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
  status: 'published',
  platform: 'youtube',
  connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  errors: [],
  timestamp: new Date('2026-12-01T09:02:11Z'),
};

describe('the body', () => {
  it('has exactly the eight fields of the contract', () => {
    expect(webhookBody(event)).toBe(
      '{"assignmentId":"0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a","status":"published","platform":"youtube",' +
        '"connectionId":"0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e","platformPostId":"a1B2c3D4e5F",' +
        '"platformUrl":"https://www.youtube.com/watch?v=a1B2c3D4e5F","errors":[],"timestamp":"2026-12-01T09:02:11.000Z"}',
    );
  });

  it.each(['uploading', 'uploaded', 'processing', 'failed', 'cancelled'] as const)(
    'has no post while the assignment is %s',
    (status) => {
      expect(JSON.parse(webhookBody({ ...event, status }))).toMatchObject({ platformPostId: null, platformUrl: null });
    },
  );

  it('carries the errors of a failure', () => {
    const errors = [{ code: 'UPLOAD_FAILED', message: 'Größe ✓' }];
    expect(JSON.parse(webhookBody({ ...event, status: 'failed', errors }))).toMatchObject({ errors });
  });
});

describe('the body about a live post', () => {
  it('has exactly the fields of the contract, and no status', () => {
    const outcome = { mode: 'delete', status: 'done' };
    expect(eventBody({ event: 'removal', outcome }, event)).toBe(
      '{"event":"assignment.removal","assignmentId":"0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a",' +
        '"connectionId":"0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e","platform":"youtube","platformPostId":"a1B2c3D4e5F",' +
        '"platformUrl":"https://www.youtube.com/watch?v=a1B2c3D4e5F","removal":{"mode":"delete","status":"done"},' +
        '"timestamp":"2026-12-01T09:02:11.000Z"}',
    );
  });

  it('is of an event that no status is named after', () => {
    expect(deliveryEvents.filter((name) => !isTransition(name))).toEqual(['assignment.removal', 'assignment.extras']);
  });
});

describe('the schedule', () => {
  const delaysMs = webhookDelaysDefault.split(',').map((seconds) => Number(seconds) * 1000);
  const middle = 0.5;

  it('has twelve attempts over 75 hours and 42 minutes', () => {
    const waitsMs = Array.from({ length: 11 }, (_, index) => nextAttemptDelayMs(delaysMs, index + 1, 0, middle));
    expect(waitsMs.map((waitMs) => (waitMs ?? NaN) / 1000)).toEqual([
      5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    const totalMinutes = waitsMs.reduce<number>((sum, waitMs) => sum + (waitMs ?? NaN), 0) / 60_000;
    // 75 h 42 m, and the 35 seconds of the two shortest steps.
    expect(Math.floor(totalMinutes)).toBe(75 * 60 + 42);
    expect(nextAttemptDelayMs(delaysMs, 12, 0, middle)).toBeNull();
  });

  it('spreads each step by a fifth to both sides', () => {
    expect(nextAttemptDelayMs(delaysMs, 3, 0, 0)).toBe(96_000);
    expect(nextAttemptDelayMs(delaysMs, 3, 0, 1)).toBeCloseTo(144_000);
  });

  it.each([
    ['nothing: the step as it is', 0, 120_000],
    ['less than the step: the step as it is', 60_000, 120_000],
    ['more: what it asks', 200_000, 200_000],
    ['more than twice the step: twice the step', 86_400_000, 240_000],
  ])('with a Retry-After that asks for %s', (_what, retryAfterMs, expectedMs) => {
    expect(nextAttemptDelayMs(delaysMs, 3, retryAfterMs, middle)).toBe(expectedMs);
  });

  it('never shortens a step below four fifths, and never goes beyond twice of it', () => {
    const anyAsk = oneof(nat(), double({ min: 0, noNaN: true }));
    assert(
      property(nat({ max: 10 }), anyAsk, double({ min: 0, max: 1, noNaN: true }), (made, askMs, random) => {
        const stepMs = delaysMs[made + 1] ?? NaN;
        const waitMs = nextAttemptDelayMs(delaysMs, made + 1, askMs, random) ?? NaN;
        expect(waitMs).toBeGreaterThanOrEqual(0.8 * stepMs);
        expect(waitMs).toBeLessThanOrEqual(2 * stepMs);
      }),
    );
  });

  it('ends after one attempt where no other is configured', () => {
    expect(nextAttemptDelayMs([0], 1, 5000, middle)).toBeNull();
  });
});
