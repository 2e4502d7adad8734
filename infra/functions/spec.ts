/** The spec of a Lambda function: its code, its resources and all its permissions. */
import { type MediaFolder, namedFolders } from '#shared/upload/media-folders.ts';
import type { VendorName } from '#shared/vendors.ts';
import type { WorkKind } from '#shared/work/kinds.ts';
import type { ProviderOf } from '../settings.ts';

export type TableName =
  | 'userProfiles'
  | 'creditTransactions'
  | 'batches'
  | 'generationHistory'
  | 'imageGenerationHistory'
  | 'dailyUses'
  | 'payments'
  | 'bonusClaims'
  | 'pipelineRuns';
/**
 * `check` is a condition in a transaction about a row that the transaction does not change. `query:<index>` allows a query of only that
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
  | `query:${'by_created_at' | 'active_by_user' | 'open_holds' | 'by_user' | 'done_mails' | 'closing' | 'welcome'}`;
/** The secrets of the product itself. The secrets of vendors are granted by `vendorKeys`. */
export type SecretName = 'origin' | 'webhook' | 'emailMarks';
export type LayerName = 'sharp' | 'node-av';

export type Grants = {
  tables?: Partial<Record<TableName, readonly TableUse[]>>;
  media?: Partial<Record<MediaFolder, readonly ('get' | 'put' | 'delete')[]>>;
  secrets?: readonly SecretName[];
  /** Reads the keys of these vendors. */
  vendorKeys?: readonly VendorName[];
  /** Gets the names of the chosen vendors for these kinds of requests. */
  providers?: readonly ProviderOf[];
  /** Gets the image host for uploads, if one is configured. */
  imageHost?: boolean;
  /** Reads the site's origin, which the web stack publishes. */
  siteOrigin?: boolean;
  /** Starts the machines for these kinds of work. */
  startsWork?: readonly WorkKind[];
  /** Reads the state of the executions of all kinds of work. */
  seesWork?: boolean;
  startsLateVideo?: boolean;
  startsArchives?: boolean;
  startsExports?: boolean;
  /** Completes a waiting step of the item machine, by its token. */
  completesTasks?: boolean;
  readsUsers?: boolean;
  deletesUsers?: boolean;
  signsUsersOut?: boolean;
  /** Lists the files of the media bucket. */
  listsMedia?: boolean;
  /** Sends mail from the product's address, if one is configured. */
  sendsMail?: boolean;
};

/** Permission to read every file that a caller may use as input. */
export const readsNamedFiles = Object.fromEntries(namedFolders.map((folder) => [folder, ['get']])) as Record<
  (typeof namedFolders)[number],
  ['get']
>;

/** Permission to send the mail about ended work, and to count it for its account. */
export const sendsDoneMails: Grants = {
  tables: { userProfiles: ['get'], batches: ['get', 'query', 'update'], dailyUses: ['update'] },
  siteOrigin: true,
  sendsMail: true,
};

export type FunctionSpec = {
  /** `<word>/<verb-noun>`: lambdas/<word>/<verb-noun>.lambda.ts */
  entry: `${string}/${string}`;
  memoryMb: number;
  timeoutSeconds: number;
  layers?: readonly LayerName[];
  grants: Grants;
};

/**
 * With 1,769 MB or more, a function has at least one whole core. With less memory, it has only a part of a core, and its cold start is
 * slower.
 */
export const wholeCoreMb = 1769;

/** AWS rejects more memory in new accounts: https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-deployment.html */
export const memoryMbMax = 3008;

/** Returns the folder of an entry's bundle: `video/store-result` becomes `video-store-result`. */
export const bundleOf = (entry: FunctionSpec['entry']): string => entry.replace('/', '-');

/** Adds grants on these tables to a function. */
export const alsoUsing = (spec: FunctionSpec, tables: NonNullable<Grants['tables']>): FunctionSpec => ({
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

export const step = (entry: FunctionSpec['entry'], grants: Grants, more: Partial<FunctionSpec> = {}): FunctionSpec => ({
  entry,
  memoryMb: 512,
  timeoutSeconds: 30,
  grants,
  ...more,
});

/** A step with paid vendor requests, which reads the account and counts each request. */
export const paidStep = (...of: Parameters<typeof step>): FunctionSpec =>
  alsoUsing(step(...of), { userProfiles: ['get'], dailyUses: ['update'] });

/** A step that counts such a request as lost or cancelled, or subtracts it again. */
export const settlingStep = (...of: Parameters<typeof step>): FunctionSpec => alsoUsing(step(...of), { dailyUses: ['update'] });
