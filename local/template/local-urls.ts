/**
 * Replaces the URLs of a deployment with local URLs. The local S3 and each stand-in have separate ports. Sign-in uses the origin of the
 * site.
 */

import { bucketName } from '../aws/s3/resource.ts';
import type { Resource } from './assembly.ts';
import { region } from './resolve.ts';
import { type Cloud, resourcesOf } from './resource-type.ts';

export function withLocalUrls(text: string, cloud: Cloud): string {
  const domainOf = ({ stack, properties }: Resource) => cloud.resolver.resolve<string>(stack, properties.Domain);
  const domains = resourcesOf(cloud, 'AWS::Cognito::UserPoolDomain').map(
    (resource) => `${domainOf(resource)}.auth.${region}.amazoncognito.com`,
  );
  const buckets = resourcesOf(cloud, 'AWS::S3::Bucket').map((resource) => `${bucketName(resource)}.s3.${region}.amazonaws.com`);
  const imageHost = cloud.lambdaVariables.STAND_IN_URL_CLOUDINARY;
  const replacements: [string, string][] = [
    ...buckets.map((host): [string, string] => [`https://${host}`, cloud.s3Url ?? '']),
    ...domains.map((host): [string, string] => [`https://${host}`, cloud.origin]),
    [`https://cognito-idp.${region}.amazonaws.com`, cloud.origin],
    ...(imageHost ? [['https://api.cloudinary.com', imageHost] as [string, string]] : []),
  ];
  return replacements.reduce((result, [deployed, local]) => result.replaceAll(deployed, local), text);
}
