import { traceparentNow } from '../../lib/tracing/tracing';
import { ofProcess } from '../database/fragment';

/** The work that writes an order: the trace of the order's run goes on with it. Null without traces. */
export const traceparent = ofProcess('traceparent', traceparentNow);
