import type { Migration } from './Migration';

/** The indexes by which each removal finds what is old enough (models/retentions.ts): none reads all that ever was. */
export const retention: Migration = {
  name: '0039-retention',
  indexes: [
    {
      name: 'webhook_deliveries_over',
      on: `ON webhook_deliveries (coalesce(last_attempt_at, created_at)) WHERE status <> 'pending'`,
    },
    { name: 'webhook_attempts_answered', on: 'ON webhook_attempts (at) WHERE response_body IS NOT NULL' },
    { name: 'outbox_over', on: 'ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL' },
    { name: 'publish_attempts_over', on: 'ON publish_attempts (ended_at) WHERE ended_at IS NOT NULL' },
    { name: 'oauth_tickets_over', on: 'ON oauth_tickets (created_at)' },
    {
      name: 'oauth_tickets_open',
      on: `ON oauth_tickets (expires_at) WHERE status NOT IN ('completed', 'failed', 'expired')`,
    },
    { name: 'idempotency_keys_over', on: 'ON idempotency_keys (created_at)' },
    { name: 'booked_events_over', on: 'ON booked_events (booked_at)' },
    {
      name: 'credit_purchases_unpaid',
      on: 'ON credit_purchases (created_at) WHERE paid_cents IS NULL AND paid_at IS NULL',
    },
    { name: 'quota_days_over', on: 'ON quota_days (day)' },
    { name: 'quota_shares_over', on: 'ON quota_shares (day)' },
  ],
};
