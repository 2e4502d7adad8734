/** The functions that a clock starts. */
import { workKinds } from '#shared/batch/batch.ts';
import { mediaFolders } from '#shared/upload/media-folders.ts';
import type { FunctionSpec } from './spec.ts';

export type JobName = 'reconcile' | 'closeAccounts' | 'sendWelcomeMails';

/** What a clock starts. */
export const jobs: Record<JobName, FunctionSpec & { everyMinutes: number }> = {
  // Two passes may overlap, for an execution's name and the count of resumptions let each start happen once. It moves no money: it starts machines, whose steps do. A pass over all that runs, and a part of all accounts.
  reconcile: {
    entry: 'batch/reconcile',
    everyMinutes: 5,
    memoryMb: 512,
    timeoutSeconds: 240,
    grants: {
      tables: {
        userProfiles: ['get', 'scan'],
        creditTransactions: ['query:by_created_at'],
        batches: ['get', 'query', 'update', 'query:open_holds'],
      },
      startsBatches: workKinds,
      seesBatches: true,
    },
  },
  // The page asks for the mail two seconds after the first visit; this sends what no page asked for.
  sendWelcomeMails: {
    entry: 'auth/send-welcome-mails',
    everyMinutes: 5,
    memoryMb: 512,
    timeoutSeconds: 240,
    grants: {
      tables: { userProfiles: ['get', 'update', 'query:welcome'], dailyUses: ['update'] },
      siteOrigin: true,
      sendsMail: true,
    },
  },
  // It cancels, removes, and takes what is left: tens of thousands of files in a quarter of an hour, and the rest in the next pass.
  closeAccounts: {
    entry: 'auth/close-accounts',
    everyMinutes: 5,
    memoryMb: 1024,
    timeoutSeconds: 15 * 60,
    grants: {
      tables: {
        userProfiles: ['get', 'update', 'query:closing'],
        creditTransactions: ['put'],
        batches: ['get', 'query', 'update', 'check', 'delete', 'query:open_holds', 'query:by_user'],
        generationHistory: ['query', 'delete'],
        imageGenerationHistory: ['query', 'delete'],
        pipelineRuns: ['query', 'delete'],
        dailyUses: ['query', 'put', 'update', 'delete'],
      },
      media: Object.fromEntries(mediaFolders.map((folder) => [folder, ['delete']])),
      listsMedia: true,
      readsUsers: true,
      deletesUsers: true,
      answersTasks: true,
    },
  },
};
