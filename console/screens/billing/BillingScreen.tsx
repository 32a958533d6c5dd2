import { Later } from '../../parts/Later';
import { Screen } from '../../parts/Screen';
import { Balance } from '../../resources/billing/Balance';
import { useViewer } from '../../viewer/viewer';
import { BuyCredits } from './BuyCredits';
import { MemberLimits } from './MemberLimits';
import { Plan } from './Plan';
import { Spending } from './Spending';
import { Transactions } from './Transactions';
import { Usage } from './Usage';

/** The credits of the workspace: what is left, what more costs, who may use how many, and where they went. */
export function BillingScreen() {
  const { may } = useViewer();
  return (
    <Screen title="Billing" description="Credits of your workspace, which all of its organizations share">
      <Balance />
      {may('finance.read') && (
        <>
          <Plan />
          <BuyCredits />
          <Later>
            <Usage />
            <MemberLimits />
            <Spending />
            <Transactions />
          </Later>
        </>
      )}
    </Screen>
  );
}
