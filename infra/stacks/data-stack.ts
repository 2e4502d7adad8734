/** What must outlive every deployment: the accounts, the ledger, the batches and the media. */
import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { TableName } from '../routes.ts';
import { localOrigin, type Settings } from '../settings.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** A batch is started within minutes of its uploads, and its photos are then copied; what lies longer was abandoned. */
const uploadsKeptDays = 30;
/** Made for a vendor, and for who tries a failed video again; what lies longer is made again from the photo. */
const framesKeptDays = 30;
/** A video lies here from its arrival to its crop, which is minutes; longer only to see what went wrong. */
const originalsKeptDays = 30;

export class DataStack extends Stack {
  readonly tables: Record<TableName, Table>;
  readonly media: Bucket;

  constructor(scope: Construct, id: string, { settings, ...props }: StackProps & { settings: Settings }) {
    super(scope, id, { ...props, description: 'Vitrine: accounts, ledger, batches and media', terminationProtection: true });

    this.tables = {
      userProfiles: this.table('UserProfiles', 'id'),
      creditTransactions: this.table('CreditTransactions', 'user_id', { sortKey: 'id' }),
      batches: this.table('Batches', 'pk', { sortKey: 'sk' }),
      generationHistory: this.table('GenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      imageGenerationHistory: this.table('ImageGenerationHistory', 'user_id', { sortKey: 'batch_id' }),
      dailyUses: this.table('DailyUses', 'user_id', { sortKey: 'day_use', timeToLiveAttribute: 'expires_at' }),
      payments: this.table('Payments', 'id'),
    };
    const { creditTransactions, batches, generationHistory, imageGenerationHistory } = this.tables;
    for (const table of [creditTransactions, generationHistory, imageGenerationHistory])
      table.addLocalSecondaryIndex({ indexName: 'by_created_at', sortKey: text('created_at') });
    creditTransactions.addGlobalSecondaryIndex({
      indexName: 'by_batch',
      partitionKey: text('batch_id'),
      sortKey: text('created_at'),
    });
    // Sparse: a row is in the index only while its batch runs, or while its hold is open.
    batches.addGlobalSecondaryIndex({
      indexName: 'active_by_user',
      partitionKey: text('active_user_id'),
      sortKey: text('created_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });
    batches.addGlobalSecondaryIndex({
      indexName: 'open_holds',
      partitionKey: text('hold_shard'),
      sortKey: text('held_at'),
      projectionType: ProjectionType.KEYS_ONLY,
    });

    this.media = this.mediaBucket(settings);
  }

  private table(id: string, partitionKey: string, { sortKey, ...more }: { sortKey?: string; timeToLiveAttribute?: string } = {}): Table {
    return new Table(this, id, {
      partitionKey: text(partitionKey),
      ...(sortKey && { sortKey: text(sortKey) }),
      ...more,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private mediaBucket({ siteOrigin }: Settings): Bucket {
    const bucket = new Bucket(this, 'Media', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
      cors: [
        {
          allowedOrigins: [siteOrigin ?? localOrigin],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.POST],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag', 'Content-Length', 'Content-Range'],
          maxAge: Duration.hours(1).toSeconds(),
        },
      ],
      // Results are what sellers paid for, and photos are shown beside them: neither ever expires.
      lifecycleRules: [
        { id: 'abandoned-uploads', prefix: 'uploads/', expiration: Duration.days(uploadsKeptDays) },
        { id: 'used-frames', prefix: 'frames/', expiration: Duration.days(framesKeptDays) },
        { id: 'cropped-originals', prefix: 'originals/', expiration: Duration.days(originalsKeptDays) },
        { id: 'broken-multipart-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Objects are reached only through links that our API signs, and the API logs who asked for them.',
    });
    return bucket;
  }
}
