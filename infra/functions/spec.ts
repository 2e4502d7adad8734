/** The spec of a Lambda function: its code, its resources and all its permissions. */
import { batchKinds } from '#shared/batch/batch.ts';
import { inputFolders, type MediaFolder } from '#shared/upload/media-folders.ts';
import type { VendorName } from '#shared/vendors.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import type { VendorTask } from '../settings.ts';

export type TableName =
  | 'userProfiles'
  | 'creditTransactions'
  | 'batches'
  | 'generationHistory'
  | 'imageGenerationHistory'
  | 'dailyUses'
  | 'payments'
  | 'bonusClaims'
  | 'pipelineRuns'
  | 'products'
  | 'admission'
  | 'deletedAccounts'
  | 'signedFiles';
/**
 * `check`: a transaction checks a condition of a row, but does not change this row. `query:<index>`: the function may query only this
 * index.
 */
export type TableUse =
  | 'get'
  | 'put'
  | 'update'
  | 'check'
  | 'query'
  | 'scan'
  | 'delete'
  | `query:${'by_created_at' | 'active_by_user' | 'open_holds' | 'by_user' | 'done_mails' | 'closing' | 'welcome' | 'auto_top_up' | 'by_queue_key'}`;
/** The secrets of the product. `vendorKeys` grants the secrets of vendors. */
export type SecretName = 'origin' | 'webhook' | 'emailMarks' | 'mediaSigning';
export type LayerName = 'sharp' | 'node-av' | 'c2pa';

export type Grants = {
  tables?: Partial<Record<TableName, readonly TableUse[]>>;
  media?: Partial<Record<MediaFolder, readonly ('get' | 'put' | 'delete' | 'erase')[]>>;
  secrets?: readonly SecretName[];
  /** The vendors whose keys the function reads. */
  vendorKeys?: readonly VendorName[];
  /** The function gets the names of the configured vendors for these tasks. */
  providers?: readonly VendorTask[];
  /** The function gets the image host for uploads, if a host is configured. */
  imageHost?: boolean;
  /** The function reads the origin of the site, which the web stack publishes. */
  siteOrigin?: boolean;
  /** `sign`: the function returns links to media. `read`: the function accepts links to media instead of keys. */
  mediaLinks?: 'sign' | 'read';
  /** The function starts the machines for these kinds of work. */
  startsWork?: readonly WorkKind[];
  /** The function reads the state of the executions of all kinds of work. */
  readsExecutions?: boolean;
  /** The function is a step of the machines for batches, and starts further executions of the machine that runs it. */
  startsNextBatches?: boolean;
  /** The function creates schedules that start large orders. */
  schedulesOrders?: boolean;
  startsLateVideo?: boolean;
  startsArchives?: boolean;
  startsExports?: boolean;
  startsFileChecks?: boolean;
  startsFinishes?: boolean;
  startsPackages?: boolean;
  /** The function completes the step in which a video waits for its vendor, with the token of this step. */
  completesTasks?: boolean;
  /** The function completes the steps in which items wait for slots, with the tokens of these steps. */
  continuesWork?: boolean;
  readsUsers?: boolean;
  deletesUsers?: boolean;
  signsUsersOut?: boolean;
  /** The function lists the files of the media bucket. */
  listsMedia?: boolean;
  /** The function lists all versions of the files of the media bucket. */
  listsVersions?: boolean;
  /** The function signs content credentials with the key of the installation. */
  signsCredentials?: boolean;
  /** The function invokes the function that signs files. */
  invokesSigner?: boolean;
  /** The function sends mail, if a sender address is configured. */
  sendsMail?: boolean;
};

/** Permission to read every file that a caller may use as input. */
export const readsInputFiles = Object.fromEntries(inputFolders.map((folder) => [folder, ['get']])) as Record<
  (typeof inputFolders)[number],
  ['get']
>;

/** Permission to send the mail about ended work, and to add it to the mail count of the account. */
export const sendsDoneMails: Grants = {
  tables: { userProfiles: ['get'], batches: ['get', 'query', 'update'], dailyUses: ['update'] },
  siteOrigin: true,
  sendsMail: true,
};

/** Permission to count the ended batches of a large order, and to write its next batches. */
export const writesOrders = {
  tables: {
    userProfiles: ['get', 'update'],
    batches: ['get', 'put', 'query'],
    dailyUses: ['get', 'update'],
    generationHistory: ['get', 'update'],
    imageGenerationHistory: ['get', 'update'],
  },
  media: { orders: ['get'] },
} as const satisfies Grants;

/** Permission to continue a large order. */
export const continuesOrders = { ...writesOrders, startsWork: batchKinds } as const satisfies Grants;

export type FunctionSpec = {
  /** `<area>/<verb-noun>`: lambdas/<area>/<verb-noun>.lambda.ts */
  entry: `${string}/${string}`;
  memoryMb: number;
  timeoutSeconds: number;
  layers?: readonly LayerName[];
  grants: Grants;
};

/**
 * A function with 1,769 MB or more has at least one whole core. A function with less memory has only a part of a core, so its cold start is
 * slower.
 */
export const wholeCoreMb = 1769;

/** AWS rejects more memory in new accounts: https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-deployment.html */
export const memoryMbMax = 3008;

/** Returns the folder of an entry's bundle: `video/store-result` becomes `video-store-result`. */
export const bundleOf = (entry: FunctionSpec['entry']): string => entry.replace('/', '-');

/** Adds grants on these tables to a function. */
export const withTableGrants = (spec: FunctionSpec, tables: NonNullable<Grants['tables']>): FunctionSpec => ({
  ...spec,
  grants: {
    ...spec.grants,
    tables: Object.fromEntries(
      [...new Set([...Object.keys(spec.grants.tables ?? {}), ...Object.keys(tables)])].map((name) => {
        const table = name as TableName;
        return [table, [...new Set([...(spec.grants.tables?.[table] ?? []), ...(tables[table] ?? [])])]];
      }),
    ),
  },
});

export const step = (entry: FunctionSpec['entry'], grants: Grants, changes: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 512,
  timeoutSeconds: 30,
  grants,
  ...changes,
});

/** Adds the grants to return slots, to give these slots to the next items, and to continue the executions of these items. */
export const withSlots = (spec: FunctionSpec): FunctionSpec => {
  const { grants, ...rest } = withTableGrants(spec, { admission: ['get', 'update', 'delete', 'query:by_queue_key'] });
  return { ...rest, grants: { ...grants, continuesWork: true } };
};

/** A step with paid vendor requests. The step reads the account and counts each request. */
export const paidStep = (...parameters: Parameters<typeof step>): FunctionSpec =>
  withTableGrants(step(...parameters), { userProfiles: ['get'], dailyUses: ['update'] });

/** A step that counts a paid request as lost or cancelled, or that removes the request from the count. */
export const settlingStep = (...parameters: Parameters<typeof step>): FunctionSpec =>
  withTableGrants(step(...parameters), { dailyUses: ['update'] });
