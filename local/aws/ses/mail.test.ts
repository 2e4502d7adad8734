import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/fixtures/temporary-folder.ts';
import { createIam } from '../iam/iam.ts';
import { type MailService, startMail } from './mail.ts';

const identity = 'arn:aws:ses:us-east-1:000000000000:identity/vitrine.example';
const iam = createIam('owner');
const accessKeys = {
  sender: iam.addFunction('Sender', [{ actions: ['ses:SendEmail'], resources: [identity] }])().accessKeyId,
  other: iam.addFunction('Other', [{ actions: ['ses:SendEmail'], resources: [identity.replace('vitrine', 'else')] }])().accessKeyId,
};

let folder: ReturnType<typeof temporaryFolder>;
let mail: MailService;
const start = async () => {
  const now = () => new Date('2026-11-21T10:00:00.000Z');
  mail = await startMail({ file: `${folder.path}/mail.json`, identities: new Map([['vitrine.example', identity]]), iam, now });
};
beforeEach(async () => {
  folder = temporaryFolder('mail');
  await start();
});
afterEach(async () => {
  await mail.stop();
  folder.remove();
});

const part = (Data: string) => ({ Data, Charset: 'UTF-8' });
const message: SendEmailCommandInput = {
  FromEmailAddress: 'Vitrine <hello@vitrine.example>',
  Destination: { ToAddresses: ['ada@example.com'] },
  Content: { Simple: { Subject: part('Héllo'), Body: { Text: part('text'), Html: part('<p>html</p>') } } },
};

async function send(changes: Partial<SendEmailCommandInput> = {}, caller: keyof typeof accessKeys = 'sender'): Promise<unknown> {
  const credentials = { accessKeyId: accessKeys[caller], secretAccessKey: 'secret' };
  const client = new SESv2Client({ endpoint: mail.url, region: 'us-east-1', maxAttempts: 1, credentials });
  const result = await client.send(new SendEmailCommand({ ...message, ...changes })).catch((error: Error) => error);
  client.destroy();
  return result;
}

test('the list of sent mails begins with the newest mail and is complete after a restart', async () => {
  expect(await send()).toMatchObject({ MessageId: expect.any(String) });
  await send({ Destination: { ToAddresses: ['bo@example.com'] } });
  await mail.stop();
  await start();
  expect(mail.list().map(({ to }) => to)).toEqual(['bo@example.com', 'ada@example.com']);
  expect(mail.list()[1]).toEqual({
    id: expect.any(String),
    sentAt: '2026-11-21T10:00:00.000Z',
    from: 'Vitrine <hello@vitrine.example>',
    to: 'ada@example.com',
    subject: 'Héllo',
    text: 'text',
    html: '<p>html</p>',
  });
});

test.each<[string, Partial<SendEmailCommandInput>, keyof typeof accessKeys, string]>([
  ['from an unverified domain', { FromEmailAddress: 'hello@evil.example' }, 'sender', 'MessageRejected'],
  ['from a domain that only begins with our domain', { FromEmailAddress: 'hello@vitrine.example.evil' }, 'sender', 'MessageRejected'],
  ['by a function without the grant', {}, 'other', 'AccessDeniedException'],
  ['to an invalid address', { Destination: { ToAddresses: ['nobody'] } }, 'sender', 'BadRequestException'],
  ['to more than one address', { Destination: { ToAddresses: ['a@example.com', 'b@example.com'] } }, 'sender', 'BadRequestException'],
])('startMail rejects a mail %s', async (_, changes, caller, name) => {
  expect(await send(changes, caller)).toMatchObject({ name });
  expect(mail.list()).toEqual([]);
});
