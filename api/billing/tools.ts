import { reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { getBillingStatus } from './getBillingStatus';
import { presentBillingStatus } from './present';
import { BillingStatus } from './schema';

export const billingTools = [
  mcpTool(getBillingStatus, {
    name: 'get_billing_status',
    title: 'Get the credit balance',
    description: 'Tells how many credits are left, and when the next ones come. It costs nothing.',
    hints: reads,
    schema: BillingStatus,
    present: presentBillingStatus,
    say: ({ balance, planName, monthlyCredits, cycleResetsAt }) =>
      `${balance} credits are left. The plan ${planName} gives ${monthlyCredits} for each cycle; the next begins at ${cycleResetsAt}.`,
    next: () => null,
  }),
];
