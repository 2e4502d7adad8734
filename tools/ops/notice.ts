/** Writes and removes the notice about an outage. Every page shows this notice (docs/runbook.md). */
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { siteBucketParameter } from '#infra/settings.ts';
import { statusJson, statusPath, statusSecondsMax } from '#shared/status.ts';

const key = statusPath.slice(1);

/** Shows a notice on every page. If `message` is undefined, removes the notice. */
export async function writeNotice(stage: string, message: string | undefined): Promise<void> {
  const ssm = new SSMClient({});
  const { Parameter } = await ssm.send(new GetParameterCommand({ Name: siteBucketParameter(stage) }));
  ssm.destroy();
  const address = { Bucket: Parameter?.Value, Key: key };
  // The local cloud has no host names for buckets.
  const s3 = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  if (message === undefined) await s3.send(new DeleteObjectCommand(address));
  else
    await s3.send(
      new PutObjectCommand({
        ...address,
        Body: statusJson(message),
        ContentType: 'application/json; charset=utf-8',
        CacheControl: `public, max-age=${statusSecondsMax}`,
      }),
    );
  s3.destroy();
}
