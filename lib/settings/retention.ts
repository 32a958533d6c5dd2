import type { z } from 'zod';
import { retentionDefaults } from '../../domain/retention';
import type { RetentionDays } from '../../domain/retention';
import { wholeNumber } from './wholeNumber';

/** A century at most. */
const days = (least: number) => wholeNumber(least, 36_500);

/** The variables of retention, as `.env.example` explains them. */
export const retentionVariables = {
  RETENTION_DELIVERIES_DAYS: days(4).default(retentionDefaults.deliveries),
  RETENTION_ANSWERS_DAYS: days(1).default(retentionDefaults.answers),
  RETENTION_TICKETS_DAYS: days(1).default(retentionDefaults.tickets),
  RETENTION_OUTBOX_DAYS: days(8).default(retentionDefaults.outbox),
  RETENTION_ATTEMPTS_DAYS: days(1).default(retentionDefaults.attempts),
  RETENTION_GRANTS_DAYS: days(1).default(retentionDefaults.grants),
  RETENTION_READINGS_DAYS: days(1).default(retentionDefaults.readings),
};

/** The days for which ended rows are kept. */
export function retentionOf(given: z.output<z.ZodObject<typeof retentionVariables>>): RetentionDays {
  return {
    deliveries: given.RETENTION_DELIVERIES_DAYS,
    answers: given.RETENTION_ANSWERS_DAYS,
    tickets: given.RETENTION_TICKETS_DAYS,
    outbox: given.RETENTION_OUTBOX_DAYS,
    attempts: given.RETENTION_ATTEMPTS_DAYS,
    grants: given.RETENTION_GRANTS_DAYS,
    readings: given.RETENTION_READINGS_DAYS,
  };
}
