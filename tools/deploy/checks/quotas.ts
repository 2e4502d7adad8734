import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Check, note } from '../finding.ts';

/** The default of AWS. New accounts have 10: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const concurrentFunctionsMin = 1000;

/** With a low limit, the product works, but the functions of busy batches wait for each other. */
export const checkQuotas: Check = async ({ settings: { region } }) => {
  const client = new LambdaClient({ region });
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  client.destroy();
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  return limit >= concurrentFunctionsMin
    ? []
    : [
        note(
          `The account runs at most ${limit} Lambda functions at the same time, so sellers wait for each other. Request ${concurrentFunctionsMin} in the console: Service Quotas, AWS Lambda, "Concurrent executions", region ${region}.`,
        ),
      ];
};
