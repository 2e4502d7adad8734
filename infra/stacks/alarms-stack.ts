/** The alarms, the topic that sends their mails, the budget and the dashboard. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { createDashboard } from '../alarms/dashboard.ts';
import { createProductAlarms } from '../alarms/product-alarms.ts';
import { createFirewallAlarm, createServiceAlarms } from '../alarms/service-alarms.ts';
import { createAlarmTopic } from '../constructs/alarm-topic.ts';
import { createCostBudget } from '../constructs/cost-budget.ts';
import type { Settings } from '../settings.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { RunsStack } from './runs-stack.ts';

type AlarmsStackProps = StackProps & {
  settings: Settings;
  data: DataStack;
  runs: RunsStack;
  api: ApiStack;
  /** The stack of the firewall, if it is in the same region as this stack. */
  edge?: EdgeStack | undefined;
};

export class AlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { settings, data, runs, api: { api }, edge, ...props }: AlarmsStackProps) {
    super(scope, id, { ...props, description: 'Vitrine: alarms and dashboard' });
    const { stage } = settings;
    const topic = createAlarmTopic(this, settings);
    const alarms = [
      ...createProductAlarms(this, { stage, topic }),
      ...createServiceAlarms(this, { stage, topic, api, machines: runs.machines, tables: data.tables, vault: data.backups.vault }),
      ...(edge ? [createFirewallAlarm(this, { topic, webAcl: edge.webAcl })] : []),
    ];
    createCostBudget(this, settings);
    const dashboard = createDashboard(this, { stage, alarms, api, machines: runs.machines });
    new CfnOutput(this, 'DashboardName', { value: dashboard.dashboardName });
  }
}

/** The alarm of the firewall, if the firewall is in another region than the other alarms. A topic cannot serve alarms of another region. */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { settings, edge, ...props }: StackProps & { settings: Settings; edge: EdgeStack }) {
    super(scope, id, { ...props, description: 'Vitrine: the alarm of the firewall' });
    createFirewallAlarm(this, { topic: createAlarmTopic(this, settings), webAcl: edge.webAcl });
  }
}
