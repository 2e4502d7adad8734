import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The first mail is sent at this percentage. AWS updates the costs several times a day, so the operator still has time to react. */
const warningPercent = 80;

/**
 * Creates a budget for the whole AWS account, because tags cannot separate all costs. AWS sends mails about the actual costs and about its
 * forecast. The costs of vendors have a separate limit (docs/runbook.md).
 */
export function createCostBudget(scope: Construct, { stage, alarmEmail, monthlyBudgetDollars }: Settings): void {
  if (!alarmEmail || !monthlyBudgetDollars) return;
  const mailAt = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number): CfnBudget.NotificationWithSubscribersProperty => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  });
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `vitrine-${stage}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [mailAt('ACTUAL', warningPercent), mailAt('ACTUAL', 100), mailAt('FORECASTED', 100)],
  });
}
