import { ArnFormat, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** Creates the topic that sends the mails of alarms. AWS asks the owner of the address for a confirmation before the first mail. */
export function createAlarmTopic(scope: Construct, { stage, alarmEmail }: Settings): Topic {
  const topic = new Topic(scope, 'Topic', { displayName: `Vitrine ${stage}`, enforceSSL: true });
  const alarms = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions: { ArnLike: { 'aws:SourceArn': alarms } } }));
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}
