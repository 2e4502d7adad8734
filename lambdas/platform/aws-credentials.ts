/** The region and the credentials that Lambda sets (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). */

export const region = (): string => lambdaVariable('AWS_REGION');

export function credentials() {
  const sessionToken = process.env.AWS_SESSION_TOKEN;
  return {
    accessKeyId: lambdaVariable('AWS_ACCESS_KEY_ID'),
    secretAccessKey: lambdaVariable('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken && { sessionToken }),
  };
}

function lambdaVariable(name: 'AWS_REGION' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
