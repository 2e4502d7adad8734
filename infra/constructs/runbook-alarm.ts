import { Duration } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { runbookSection } from './runbook.ts';

/** CloudWatch accepts only descriptions up to this length. */
const descriptionLengthMax = 1024;

/** The default period of a metric. */
export const alarmPeriod = Duration.minutes(5);

export type RunbookAlarmProps = Omit<AlarmProps, 'alarmDescription' | 'evaluationPeriods' | 'actionsEnabled'> & {
  /** The heading of the section in docs/runbook.md. Several alarms may have the same section. */
  heading: string;
  topic: ITopic;
  evaluationPeriods?: number;
};

/**
 * An alarm with a section in docs/runbook.md. The section is the description of the alarm, so the mail of the alarm contains the
 * instructions. The synthesis fails if the section does not exist.
 */
export class RunbookAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, { heading, topic, ...props }: RunbookAlarmProps) {
    super(scope, id);
    const description = runbookSection(heading);
    if (description.length > descriptionLengthMax)
      throw new Error(
        `The section '${heading}' of docs/runbook.md has ${description.length} characters, but at most ${descriptionLengthMax} fit`,
      );
    this.alarm = new Alarm(this, 'Alarm', {
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Most metrics have values only if something went wrong.
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: description,
    });
    const action = new SnsAction(topic);
    this.alarm.addAlarmAction(action);
    this.alarm.addOkAction(action);
  }
}
