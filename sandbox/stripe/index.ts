import { Router } from 'express';
import type { Clock } from '../clock';
import type { SandboxConfig } from '../config';
import { stripeApi } from './api';
import { stripeControls, stripeOverview } from './controls';
import { openDeliveries } from './deliver';
import { stripePages } from './pages';
import { openStore } from './store';
import type { StripeContext } from './store';

/** The sandbox's Stripe: it takes payments, and is no platform. */
export interface StripeSandbox {
  /** API and pages, paths as on Stripe's hosts. */
  readonly router: Router;
  /** For `/_sandbox/stripe` on every port. */
  readonly controls: Router;
  /** For `/stripe` on every port. */
  readonly overview: Router;
  /** Tells the address of the pages, once it is known. */
  openAt(origin: string): void;
  clear(): void;
  stop(): void;
}

/** Opens the sandbox's Stripe with its records in `dataDir`. */
export function openStripe(config: SandboxConfig, dataDir: string, clock: Clock): StripeSandbox {
  const { stripeSecretKey: secretKey, stripeWebhookUrl: url, stripeWebhookSecret: secret } = config;
  const store = openStore(dataDir);
  const deliveries = openDeliveries(store, clock, { url, secret });
  let origin = '';
  const context: StripeContext = {
    store,
    clock,
    secretKey,
    listenerUrl: url,
    origin: () => origin,
    announce: (type, object) => deliveries.announce(type, object),
  };
  return {
    router: Router().use(stripeApi(context), stripePages(context)),
    controls: stripeControls(context, deliveries),
    overview: stripeOverview(context),
    openAt: (where) => {
      origin = where;
    },
    clear: () => store.clear(),
    stop: () => deliveries.stop(),
  };
}
