import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { type Check, type Finding, fileOf, hasName, note } from '../finding.ts';

/** Checks whether SES can send the mails of the product to sellers. */
export const checkMail: Check = async ({ settings }) => {
  const { region, mailFrom } = settings;
  if (!mailFrom) return [note(`No mail is sent to sellers. Enter mailFrom in ${fileOf(settings)}.`)];
  const client = new SESv2Client({ region });
  try {
    const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand({}));
    const findings: Finding[] = [];
    if (!ProductionAccessEnabled)
      findings.push(
        note(
          `SES is in the sandbox and sends only to confirmed addresses. Request production access in the SES console of ${region}. AWS answers within a day.`,
        ),
      );
    if (SendingEnabled === false)
      findings.push(note(`AWS has paused the mails of this account. Read the reason in the SES console of ${region}.`));
    return [...findings, ...(await checkIdentity(client, mailFrom.split('@')[1] ?? ''))];
  } finally {
    client.destroy();
  }
};

async function checkIdentity(client: SESv2Client, domain: string): Promise<Finding[]> {
  try {
    const { VerifiedForSendingStatus, DkimAttributes } = await client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
    if (VerifiedForSendingStatus) return [];
    const records = (DkimAttributes?.Tokens ?? []).map((token) => `${token}._domainkey.${domain} CNAME ${token}.dkim.amazonses.com`);
    return [note(`The domain ${domain} is not confirmed for mail. Create these DNS records: ${records.join(', ')}.`)];
  } catch (error) {
    if (!hasName(error, 'NotFoundException')) throw error;
    return [note(`The deployment adds the domain ${domain} to SES. Then run the preflight again: it prints the DNS records to create.`)];
  }
}
