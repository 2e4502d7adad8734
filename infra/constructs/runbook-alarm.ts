import { Duration } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { runbookSection } from './runbook.ts';

/** Maximum length of a description in CloudWatch. */
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
 * An alarm with a section in docs/runbook.md. The description of the alarm is the text of this section, so the mail of the alarm contains
 * the instructions. The synthesis fails if the section does not exist.
 */
export class RunbookAlarm extends Construct {
  readonly alarm: Alarm;

  constructor(scope: Construct, id: string, { heading, topic, ...props }: RunbookAlarmProps) {
    super(scope, id);
    const description = runbookSection(heading);
    if (description.length > descriptionLengthMax)
      throw new Error(
        `The section '${heading}' of docs/runbook.md has ${description.length} characters, but the maximum is ${descriptionLengthMax}`,
      );
    this.alarm = new Alarm(this, 'Alarm', {
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Most metrics have a value only after a failure.
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: description,
    });
    const action = new SnsAction(topic);
    this.alarm.addAlarmAction(action);
    this.alarm.addOkAction(action);
  }
}
