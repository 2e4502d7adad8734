import * as z from 'zod';
import { AppError } from '#shared/errors.ts';
import { task } from '../platform/task.ts';
import { readBatchRow } from '../store/batches.ts';
import { doneMailPartition } from '../store/done-mails.ts';
import { sendDoneMail } from './send-done-mail.ts';

/** Sends the mail of an ended batch. If the batch belongs to an order, the mail is sent after all batches of the order have ended. */
export const handler = task(z.object({ userId: z.string(), batchId: z.string() }), async ({ input, now }) => {
  const batch = await readBatchRow(input.userId, input.batchId);
  if (!batch) throw new AppError('BatchNotFound');
  return { result: await sendDoneMail(doneMailPartition(batch), now) };
});
