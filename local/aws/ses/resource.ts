import { join } from 'node:path';
import type { Resource } from '../../template/assembly.ts';
import { arn, type ResourceType } from '../../template/resource-type.ts';
import { startMail } from './mail.ts';

const domainOf = ({ properties }: Resource): string => String(properties.EmailIdentity);

/** Domains that may send mail. The page /_local/mail shows the sent mail. */
export const sesEmailIdentity: ResourceType = {
  type: 'AWS::SES::EmailIdentity',
  properties: { reads: ['EmailIdentity'] },
  ref: domainOf,
  async startAll(resources, cloud) {
    cloud.mail = await startMail({
      file: join(cloud.home, 'mail.json'),
      identities: new Map(resources.map((resource) => [domainOf(resource), arn('ses', `identity/${domainOf(resource)}`)])),
      iam: cloud.iam,
    });
    cloud.onStop(() => cloud.mail?.stop());
    cloud.lambdaVariables.AWS_ENDPOINT_URL_SESV2 = cloud.mail.url;
  },
};
