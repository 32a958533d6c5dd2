import { z } from 'zod';
import { Declined, StripeError } from './errors';
import { Truth } from './parameters';
import type { Address, Customer, Session, TaxSettings } from './records';
import type { Store } from './store';

const account = 'account';
/** The account begins with the address of its business, and without a registration. */
const firstSettings: TaxSettings = { hasHeadOffice: true, percent: 0, behavior: 'exclusive' };

/** The settings as a control has left them. */
export function taxSettings({ tax }: Store): TaxSettings {
  return tax.get(account) ?? firstSettings;
}

/** Sets them for all that is asked and paid from now on. */
export function changeTaxSettings({ tax }: Store, settings: TaxSettings): void {
  tax.put(account, settings);
}

/** The parameters of a checkout session that concern tax and invoices. */
export const taxParameters = {
  automatic_tax: z.strictObject({ enabled: Truth }).default({ enabled: false }),
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).default('never') })
    .default({ address: 'never' }),
  invoice_creation: z.strictObject({ enabled: Truth }).default({ enabled: false }),
};

export type TaxParameters = z.output<z.ZodObject<typeof taxParameters>>;

/**
 * The part of a session that concerns tax and invoices. Stripe's words of the refusals are as recorded (README, Sources).
 * Throws StripeError.
 */
export function taxedBy(store: Store, mode: Session['mode'], customer: Customer, asked: TaxParameters) {
  const { automatic_tax: tax, customer_update: update, invoice_creation: creation } = asked;
  if (creation.enabled && mode !== 'payment') {
    throw new StripeError(400, {
      message:
        'You can only enable invoice creation when `mode` is set to `payment`. ' +
        'Invoices are created automatically when `mode` is set to `subscription`.',
    });
  }
  const keepsAddress = update.address === 'auto';
  if (tax.enabled) requireTaxable(store, customer, keepsAddress);
  return {
    hasAutomaticTax: tax.enabled,
    keepsAddress,
    address: null,
    createsInvoice: creation.enabled,
    invoice: null,
  };
}

function requireTaxable(store: Store, customer: Customer, keepsAddress: boolean): void {
  if (!taxSettings(store).hasHeadOffice) {
    throw new StripeError(400, {
      message: 'You must have a valid head office address to enable automatic tax calculation in test mode.',
    });
  }
  if (customer.address !== null || keepsAddress) return;
  throw new StripeError(400, {
    code: 'customer_tax_location_invalid',
    message:
      'Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the ' +
      "Customer or set `customer_update[address]` to 'auto' to save the billing address entered in Checkout to the Customer.",
  });
}

/** The address of a form of the pay page. Throws Declined where tax needs one and none is entered. */
export function addressIn(form: URLSearchParams, { hasAutomaticTax }: Session): Address | null {
  const [country, postalCode] = ['country', 'postal_code'].map((name) => (form.get(name) ?? '').trim());
  if (country && postalCode) return { country, postalCode };
  if (hasAutomaticTax) throw new Declined('Your billing address is incomplete.');
  return null;
}

/** An amount, with the tax that is in it or on top of it. */
export interface Taxed {
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

/** The amount that is to be paid, in cents. @param isTaxed automatic tax is on, and there is an address */
export function withTax(store: Store, subtotal: number, isTaxed: boolean): Taxed {
  const { percent, behavior } = taxSettings(store);
  if (!isTaxed || percent === 0) return { subtotal, tax: 0, total: subtotal };
  if (behavior === 'inclusive') {
    return { subtotal, tax: Math.round(subtotal - subtotal / (1 + percent / 100)), total: subtotal };
  }
  const tax = Math.round((subtotal * percent) / 100);
  return { subtotal, tax, total: subtotal + tax };
}

/** The amount of a session: taxed once there is an address. */
export function sumOf(store: Store, { amount, hasAutomaticTax, address }: Session): Taxed {
  return withTax(store, amount, hasAutomaticTax && address !== null);
}
