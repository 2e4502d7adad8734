import * as z from 'zod';
import { sendToAws } from './aws-request.ts';
import { withCache } from './cached-values.ts';

const attemptsMax = 3;
/** The operation of Parameter Store (https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetParameter.html). */
const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' };
const getParameterResponse = z.object({ Parameter: z.object({ Value: z.string().min(1) }) });

/** @throws AwsError, for example ParameterNotFound */
export const parameter = withCache(async (name) => {
  const response = await sendToAws({ service: 'parameterStore', path: '/', headers, body: { Name: name }, attemptsMax });
  return getParameterResponse.parse(response).Parameter.Value;
});
