import { Suspense } from 'react';
import { InPieces } from '../../parts/Later';
import { lazyPart } from '../../parts/lazyPart';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { Balance } from '../../resources/billing/Balance';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { BuyCredits } from './BuyCredits';
import { MemberLimits } from './MemberLimits';
import { Plan } from './Plan';
import { Spending } from './Spending';
import { Usage } from './Usage';

/** The last part of a long page. It asks the clock of the reader for days. */
const Transactions = lazyPart(async () => (await import('./Transactions')).Transactions);

/** The credits of the workspace: the balance, the price of more, the limits of members, and the spending. */
export function BillingScreen() {
  const { may } = useViewer();
  return (
    <Screen title={labels.billing} description={texts.description}>
      <Balance />
      {may('finance.read') && (
        <InPieces>
          <Plan />
          <BuyCredits />
          <Usage />
          <MemberLimits />
          <Spending />
          <Suspense fallback={<PendingScreen />}>
            <Transactions />
          </Suspense>
        </InPieces>
      )}
    </Screen>
  );
}
