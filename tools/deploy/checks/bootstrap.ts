import { blocker, type Check, type Finding } from '../finding.ts';
import { findStack, outputOf, regionsOf } from '../stacks.ts';

/** `cdk rollback` needs this version: https://docs.aws.amazon.com/cdk/v2/guide/ref-cli-cmd-rollback.html */
const versionMin = 23;

/** CDK needs a stack with a bucket and roles in both regions before the first deployment. */
export const checkBootstrap: Check = async ({ settings, account }) => {
  const findings = await Promise.all(
    regionsOf(settings).map(async (region): Promise<Finding[]> => {
      const command = `Run "npx cdk bootstrap aws://${account}/${region}".`;
      const stack = await findStack(region, 'CDKToolkit');
      if (!stack) return [blocker(`The region ${region} is not prepared for CDK. ${command}`)];
      const version = Number(outputOf(stack, 'BootstrapVersion') ?? 0);
      if (!/^(CREATE|UPDATE|UPDATE_ROLLBACK)_COMPLETE$/.test(stack.StackStatus ?? ''))
        return [blocker(`The preparation of the region ${region} for CDK did not finish (${stack.StackStatus}). ${command}`)];
      return version >= versionMin
        ? []
        : [blocker(`The region ${region} is prepared for an old version of CDK (${version} instead of ${versionMin}). ${command}`)];
    }),
  );
  return findings.flat();
};
