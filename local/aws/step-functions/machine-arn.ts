import { machineAlias } from '#shared/work/kinds.ts';

const qualifier = new RegExp(`(:stateMachine:[\\w-]+):(1|${machineAlias})$`);

/**
 * Returns the ARN of a machine without its version or alias. AWS names executions and checks permissions with this ARN:
 * https://docs.aws.amazon.com/step-functions/latest/dg/auth-version-alias.html
 */
export const unqualifiedMachineArn = (stateMachineArn: string): string => stateMachineArn.replace(qualifier, '$1');
