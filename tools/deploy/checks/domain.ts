/** Checks the certificate and the DNS records of a custom domain. */
import { ACMClient, type CertificateDetail, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { edgeRegion } from '#infra/settings.ts';
import { blocker, type Check, type Finding, hasName, note } from '../finding.ts';
import { findStack, outputOf, stackName } from '../stacks.ts';

const daysLeftMin = 30;

/** Reads DNS records. Throws an error with the code ENOTFOUND or ENODATA if there are no records. */
export type Dns = {
  resolveCname(name: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolveNs(name: string): Promise<string[]>;
};

/** These findings are blocking, because CloudFront rejects a domain without an issued certificate. */
export const checkCertificate =
  (now: Date): Check =>
  async ({ settings: { domain } }) => {
    if (!domain) return [];
    const { name, certificateArn } = domain;
    const client = new ACMClient({ region: edgeRegion });
    try {
      const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: certificateArn }));
      return certificateFindings(name, Certificate, now);
    } catch (error) {
      if (!hasName(error, 'ResourceNotFoundException', 'InvalidArnException')) throw error;
      return [
        blocker(
          `The certificate ${certificateArn} does not exist. Request a certificate for ${name} in ACM in ${edgeRegion}, and enter its ARN as domain.certificateArn.`,
        ),
      ];
    } finally {
      client.destroy();
    }
  };

function certificateFindings(name: string, certificate: CertificateDetail | undefined, now: Date): Finding[] {
  const { Status: status, DomainName, SubjectAlternativeNames = [], DomainValidationOptions = [], NotAfter } = certificate ?? {};
  if (status === 'PENDING_VALIDATION') {
    const records = DomainValidationOptions.flatMap(({ ResourceRecord: record }) =>
      record ? [`${record.Name} CNAME ${record.Value}`] : [],
    );
    return [
      blocker(`The certificate of ${name} is not issued yet. Create these DNS records and wait some minutes: ${records.join(', ')}.`),
    ];
  }
  if (status !== 'ISSUED')
    return [blocker(`The certificate of ${name} cannot be used (${status}). Request a new certificate in ACM in ${edgeRegion}.`)];
  const names = [DomainName, ...SubjectAlternativeNames];
  if (!names.includes(name) && !names.includes(name.replace(/^[^.]+/, '*')))
    return [
      blocker(`The certificate is valid for ${[...new Set(names)].join(', ')}, but not for ${name}. Request a certificate for ${name}.`),
    ];
  const daysLeft = NotAfter ? (NotAfter.getTime() - now.getTime()) / 86_400_000 : Number.POSITIVE_INFINITY;
  return daysLeft >= daysLeftMin
    ? []
    : [
        note(
          `The certificate of ${name} ends in ${Math.floor(daysLeft)} days. ACM renews it only if its DNS record still exists, or if it was not imported.`,
        ),
      ];
}

export const checkDns =
  (dns: Dns): Check =>
  async ({ settings: { stage, region, domain } }) => {
    if (!domain) return [];
    const { name, hostedZone } = domain;
    const distribution = outputOf(await findStack(region, stackName(stage, 'web')), 'DistributionName');
    if (hostedZone) {
      const servers = await recordsOf(dns.resolveNs(hostedZone.name));
      return servers.some((server) => server.includes('.awsdns-'))
        ? []
        : [
            note(
              `The name servers of ${hostedZone.name} are not those of Route 53, so the records of the site have no effect. Enter the four name servers of the zone ${hostedZone.id} at the registrar of the domain.`,
            ),
          ];
    }
    if (!distribution) return [note(`After this deployment, create the DNS record of ${name}. Its target is the output DistributionName.`)];
    const targets = await recordsOf(dns.resolveCname(name));
    if (targets.includes(distribution)) return [];
    // A provider may replace the CNAME with addresses (ALIAS, ANAME). These must be addresses of the distribution.
    const [addresses, expected] = await Promise.all([recordsOf(dns.resolve4(name)), recordsOf(dns.resolve4(distribution))]);
    if (addresses.some((address) => expected.includes(address))) return [];
    return [note(`${name} does not lead to the site. Create the DNS record ${name} CNAME ${distribution}.`)];
  };

const recordsOf = (records: Promise<string[]>): Promise<string[]> =>
  records.catch((error) => {
    if (['ENOTFOUND', 'ENODATA', 'ESERVFAIL'].includes(error?.code)) return [];
    throw error;
  });
