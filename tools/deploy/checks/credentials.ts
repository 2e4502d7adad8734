import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '#infra/settings.ts';
import { blocker, type Finding, fileOf } from '../finding.ts';

/** Returns the account of the credentials, or the reason why the credentials cannot deploy this stage. */
export async function checkCredentials(settings: Settings): Promise<{ account: string } | Finding> {
  const client = new STSClient({ region: settings.region });
  try {
    const { Account: account = '' } = await client.send(new GetCallerIdentityCommand({}));
    if (!settings.account)
      return blocker(
        `${fileOf(settings)} contains no account. These credentials belong to the account ${account}. If this is the account of the stage ${settings.stage}, enter account: '${account}'.`,
      );
    if (account !== settings.account)
      return blocker(
        `These credentials belong to the account ${account}, but ${fileOf(settings)} names the account ${settings.account}. Select the credentials of this account with AWS_PROFILE.`,
      );
    return { account };
  } catch (error) {
    return blocker(
      `AWS accepts no credentials (${error instanceof Error ? error.message : error}). Sign in, for example with "aws sso login", and select the profile with AWS_PROFILE.`,
    );
  } finally {
    client.destroy();
  }
}
