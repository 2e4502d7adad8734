import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { expect, test } from 'vitest';
import { runbookSection } from './runbook.ts';
import { RunbookAlarm } from './runbook-alarm.ts';

const runbook = `# Runbook

## Alarms

Text about all alarms.

### The API is slow

- **Meaning.** Calls take **long**.
- **Check.** Read the \`log\`.
- **Do.** See [Limits](#limits).

### Half a section

- **Meaning.** There is no instruction.

## Limits

### Not an alarm

- **Meaning.** a
- **Check.** b
- **Do.** c
`;

test('a section is returned as plain text, without the sections before and after it', () => {
  expect(runbookSection('The API is slow', runbook)).toBe(
    'The API is slow\n- Meaning. Calls take long.\n- Check. Read the log.\n- Do. See Limits.',
  );
});

test.each([
  ['The API', /has no section with the heading 'The API'/],
  ['Not an alarm', /has no section with the heading 'Not an alarm'/],
  ['Half a section', /has no part 'Check'/],
])("the heading '%s' is rejected", (heading, message) => {
  expect(() => runbookSection(heading, runbook)).toThrow(message);
});

test('an alarm without a section in the runbook stops the synthesis', () => {
  const stack = new Stack(new App(), 'stack');
  const topic = new Topic(stack, 'Topic');
  const metric = new Metric({ namespace: 'Test', metricName: 'Test' });
  expect(() => new RunbookAlarm(stack, 'Alarm', { heading: 'Nobody wrote this', topic, metric, threshold: 1 })).toThrow(
    'has no section with the heading',
  );
});
