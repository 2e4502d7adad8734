/** The functions that run on a schedule. */
import type { JobName } from '#shared/metrics.ts';
import { mediaFolders } from '#shared/upload/media-folders.ts';
import { workKindNames } from '#shared/work/kinds.ts';
import { continuesOrders, type FunctionSpec, sendsDoneMails, withSlots, withTableGrants } from './spec.ts';

/** A schedule invokes this function for one order. If it fails, the job `continueOrders` starts the order. */
export const startScheduledOrder: FunctionSpec = {
  entry: 'order/start-scheduled-order',
  memoryMb: 1024,
  timeoutSeconds: 60,
  grants: continuesOrders,
};

/** The scheduled jobs. */
export const jobs: Record<JobName, FunctionSpec & { everyMinutes: number }> = {
  // A run of the job reads all running work and a part of all accounts. Two runs may overlap, because the execution name and the resume
  // count allow each start only once. The job itself never changes balances. It only starts state machines.
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
      startsWork: workKindNames,
      readsExecutions: true,
    },
  },
  // A run of the job reads all tickets of all lanes. Two runs may overlap, because each ticket can be removed only once.
  repairSlots: {
    ...withSlots(
      withTableGrants(
        { entry: 'batch/repair-slots', memoryMb: 512, timeoutSeconds: 240, grants: {} },
        { batches: ['get'], admission: ['query'] },
      ),
    ),
    everyMinutes: 5,
  },
  // The page requests the mail two seconds after the first visit. This job sends the mails that no page requested.
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
  // The state machine of a batch sends the mail about its end. This job sends the mails that were not sent because of a crash or a failure
  // of SES.
  sendDoneMails: {
    ...withTableGrants(
      { entry: 'batch/send-done-mails', memoryMb: 512, timeoutSeconds: 240, grants: sendsDoneMails },
      { batches: ['query:done_mails'] },
    ),
    everyMinutes: 5,
  },
  // The end of a batch continues its order. This job continues the orders after crashes, top-ups and daily limits. Two runs may overlap,
  // because each step of an order needs the version of the order that was read.
  continueOrders: {
    ...withTableGrants(
      { entry: 'order/continue-orders', memoryMb: 1024, timeoutSeconds: 240, grants: continuesOrders },
      { batches: ['query:open_holds'] },
    ),
    everyMinutes: 5,
  },
  // The job charges cards, so a run may overlap with the next run: each step needs the revision of the account that was read.
  topUpAccounts: {
    ...withTableGrants(
      {
        entry: 'credits/top-up-accounts',
        memoryMb: 512,
        timeoutSeconds: 240,
        grants: { vendorKeys: ['stripe'], siteOrigin: true },
      },
      {
        userProfiles: ['get', 'update', 'query:auto_top_up'],
        creditTransactions: ['put'],
        payments: ['get', 'put'],
        batches: ['put'],
        dailyUses: ['update'],
      },
    ),
    everyMinutes: 1,
  },
  // A check deletes its file. This job deletes the files of checks that were never started or that crashed.
  removeChecks: {
    entry: 'check/remove-checks',
    everyMinutes: 5,
    memoryMb: 512,
    timeoutSeconds: 240,
    grants: { media: { checks: ['erase'] }, listsVersions: true },
  },
  // This job cancels work, deletes data and removes the remaining credits. A run can delete tens of thousands of files in 15 minutes. The
  // next run deletes the remaining files.
  closeAccounts: {
    ...withSlots({
      entry: 'auth/close-accounts',
      memoryMb: 1024,
      timeoutSeconds: 15 * 60,
      grants: {
        tables: {
          userProfiles: ['get', 'update', 'query:closing'],
          creditTransactions: ['put'],
          batches: ['get', 'put', 'query', 'update', 'check', 'delete', 'query:open_holds', 'query:by_user', 'query:active_by_user'],
          generationHistory: ['query', 'delete'],
          imageGenerationHistory: ['query', 'delete'],
          pipelineRuns: ['query', 'delete'],
          products: ['query', 'delete'],
          dailyUses: ['query', 'put', 'update', 'delete'],
        },
        media: Object.fromEntries(mediaFolders.map((folder) => [folder, ['erase']])),
        listsVersions: true,
        readsUsers: true,
        deletesUsers: true,
        completesTasks: true,
      },
    }),
    everyMinutes: 5,
  },
};
