/** Sends mail with Amazon SES (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html). */
import { AwsError, sendToAws } from '../platform/aws-request.ts';
import { log } from '../platform/log.ts';
import { wasNotSent } from '../platform/unbilled.ts';

/** There is no retry, because SES may have sent the mail although no response arrived. */
const attemptsMax = 1;
const sendEmail = { path: '/v2/email/outbound-emails', headers: { 'content-type': 'application/json' } };

const senderName = 'Vitrine';
const charset = 'UTF-8';

export type Message = { subject: string; text: string; html: string };

/**
 * Sends a message to one address.
 * @returns false if no sender is configured.
 * @throws the error of SES.
 */
export async function sendMail(to: string, { subject, text, html }: Message): Promise<boolean> {
  const from = process.env.MAIL_FROM;
  if (!from) {
    log('warn', 'no mail is sent: no sender is configured', { subject });
    return false;
  }
  const part = (Data: string) => ({ Data, Charset: charset });
  const body = {
    FromEmailAddress: `${senderName} <${from}>`,
    Destination: { ToAddresses: [to] },
    Content: { Simple: { Subject: part(subject), Body: { Text: part(text), Html: part(html) } } },
  };
  await sendToAws({ service: 'mail', ...sendEmail, body, attemptsMax });
  return true;
}

/** Returns true if SES certainly did not send the mail. Either SES responded with an error, or the request was not sent. */
export const isKnownUnsent = (error: unknown): boolean => error instanceof AwsError || wasNotSent(error);
