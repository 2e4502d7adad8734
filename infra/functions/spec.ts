/** What a Lambda function of the product is: what runs it, what it needs, and all that it may touch. */
import type { WorkKind } from '#shared/batch/batch.ts';
import { type MediaFolder, namedFolders } from '#shared/upload/media-folders.ts';
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
/** `check` is the condition of a transaction on a row that it leaves alone; `query:<index>` reads that index only. */
export type TableUse =
  | 'get'
  | 'put'
  | 'update'
  | 'check'
  | 'query'
  | 'scan'
  | 'delete'
  | `query:${'by_created_at' | 'by_batch' | 'active_by_user' | 'open_holds' | 'by_user' | 'closing' | 'welcome'}`;
export type SecretName =
  | 'origin'
  | 'vendorKeys'
  | 'stabilityKeys'
  | 'openaiKeys'
  | 'geminiKeys'
  | 'photoroomKeys'
  | 'stripeKeys'
  | 'webhook'
  | 'emailMarks';
export type LayerName = 'sharp' | 'node-av';

export type Grants = {
  tables?: Partial<Record<TableName, readonly TableUse[]>>;
  media?: Partial<Record<MediaFolder, readonly ('get' | 'put' | 'delete')[]>>;
  secrets?: readonly SecretName[];
  /** Is told which vendor was chosen for these. */
  providers?: readonly ProviderOf[];
  /** Is told the image host that takes uploads, where one is configured. */
  imageHost?: boolean;
  /** Reads the site's own address, which the web stack publishes. */
  siteOrigin?: boolean;
  /** Starts the machines of these kinds of work. */
  startsBatches?: readonly WorkKind[];
  /** Sees how an execution of any of them stands. */
  seesBatches?: boolean;
  startsLateVideo?: boolean;
  startsArchives?: boolean;
  startsExports?: boolean;
  /** Completes a step of the item machine that waits for its token. */
  answersTasks?: boolean;
  readsUsers?: boolean;
  deletesUsers?: boolean;
  signsUsersOut?: boolean;
  /** Sees which files there are. */
  listsMedia?: boolean;
  /** Sends mail from the product's own address, where one is configured. */
  sendsMail?: boolean;
};

/** Reads every file that a caller may name as input. */
export const readsNamedFiles = Object.fromEntries(namedFolders.map((folder) => [folder, ['get']])) as Record<
  (typeof namedFolders)[number],
  ['get']
>;

export type FunctionSpec = {
  /** `<word>/<verb-noun>`: lambdas/<word>/<verb-noun>.lambda.ts */
  entry: `${string}/${string}`;
  memoryMb: number;
  timeoutSeconds: number;
  layers?: readonly LayerName[];
  grants: Grants;
};

/** From 1,769 MB on a function has a whole core; below it a share, which is what a cold start waits for. */
export const wholeCoreMb = 1769;

/** AWS refuses functions with more in new accounts: https://docs.aws.amazon.com/lambda/latest/dg/troubleshooting-deployment.html */
export const memoryMbMax = 3008;

/** The folder of an entry's bundle: `video/store-result` becomes `video-store-result`. */
export const bundleOf = (entry: FunctionSpec['entry']): string => entry.replace('/', '-');

/** A function that may use these tables as well. */
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
