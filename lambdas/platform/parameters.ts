import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { withCache } from './cached-values.ts';

const parameterStore = new SSMClient({});

export const parameter = withCache(async (name) => {
  const { Parameter } = await parameterStore.send(new GetParameterCommand({ Name: name }));
  if (!Parameter?.Value) throw new Error(`The parameter ${name} has no value`);
  return Parameter.Value;
});
