/**
 * The local Amazon SES. It stores the mails that the functions send, so that developers can read them. No mail is sent to a real address.
 * Only the call that the product makes is supported.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { close, listen, loopback } from '../../base/listen.ts';
import { readBody } from '../../base/read-body.ts';
import { writeAtomically } from '../../base/write-atomically.ts';
import { accessKeyIn, type Iam } from '../iam/iam.ts';

export type StoredMail = { id: string; sentAt: string; from: string; to: string; subject: string; text: string; html: string };

export type MailService = {
  url: string;
  /** Returns the mails, the newest first. */
  list(): StoredMail[];
  stop(): Promise<void>;
};

type Options = {
  /** File that stores the mails, so that they are available after a restart. */
  file: string;
  /** Maps each domain that may send mail to the ARN of its SES identity. */
  identities: ReadonlyMap<string, string>;
  iam: Pick<Iam, 'checkPermission'>;
  now?: () => Date;
};

const path = '/v2/email/outbound-emails';
/** SES accepts 40 MB, but our mails have no attachments. */
const bodyBytesMax = 1024 * 1024;
const storedMailsMax = 200;

const part = z.object({ Data: z.string(), Charset: z.literal('UTF-8') });
const sendEmailInput = z.strictObject({
  FromEmailAddress: z.string(),
  Destination: z.strictObject({ ToAddresses: z.array(z.email()).length(1) }),
  Content: z.strictObject({ Simple: z.strictObject({ Subject: part, Body: z.strictObject({ Text: part, Html: part }) }) }),
});

type MailResponse = { status: number; type?: string; body: Record<string, unknown> };
const errorResponse = (status: number, type: string, message: string): MailResponse => ({ status, type, body: { message } });

export async function startMail({ file, identities, iam, now = () => new Date() }: Options): Promise<MailService> {
  let mails: StoredMail[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

  function storeMail(mail: StoredMail): void {
    mails = [mail, ...mails].slice(0, storedMailsMax);
    writeAtomically(file, JSON.stringify(mails, null, 2));
  }

  async function handleRequest(request: IncomingMessage): Promise<MailResponse> {
    if (request.method !== 'POST' || request.url !== path)
      return errorResponse(501, 'NotImplemented', `The local SES supports only POST ${path}`);
    const body = await readBody(request, bodyBytesMax);
    if (!body) return errorResponse(413, 'BadRequestException', 'The mail is too large.');
    const parsed = sendEmailInput.safeParse(JSON.parse(body.toString()));
    if (!parsed.success) return errorResponse(400, 'BadRequestException', z.prettifyError(parsed.error));
    const { FromEmailAddress: from, Destination, Content } = parsed.data;
    const domain = /@([^@\s<>]+)>?$/.exec(from)?.[1] ?? '';
    const identity = identities.get(domain);
    if (!identity) return errorResponse(400, 'MessageRejected', `Email address is not verified: ${from}`);
    const denial = iam.checkPermission(accessKeyIn(request.headers.authorization), 'ses:SendEmail', identity);
    if (denial) return errorResponse(403, 'AccessDeniedException', denial);
    const { Subject, Body } = Content.Simple;
    const id = randomUUID();
    const to = Destination.ToAddresses[0] ?? '';
    storeMail({ id, sentAt: now().toISOString(), from, to, subject: Subject.Data, text: Body.Text.Data, html: Body.Html.Data });
    return { status: 200, body: { MessageId: id } };
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const result = await handleRequest(request).catch((error: Error) => errorResponse(400, 'BadRequestException', error.message));
    response.writeHead(result.status, { 'content-type': 'application/json', ...(result.type && { 'x-amzn-errortype': result.type }) });
    response.end(JSON.stringify(result.body));
  });
  return { url: `http://${loopback}:${await listen(server)}`, list: () => mails, stop: () => close(server) };
}
