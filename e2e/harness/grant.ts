import { randomUUID } from 'node:crypto';
import { accountKey, ledgerPut } from '#lambdas/store/accounts.ts';
import { transact } from '#lambdas/store/dynamo.ts';
import type { Cents } from '#shared/money.ts';

/** Credits as a purchase brings them: the balance and its row, in one transaction. */
export async function grant(userId: string, amount: Cents): Promise<void> {
  const createdAt = new Date().toISOString();
  await transact([
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: 'ADD credits :cents, available :cents, total_money_spent :cents',
        ExpressionAttributeValues: { ':cents': amount },
      },
    },
    ledgerPut({ userId, id: `purchase#${randomUUID()}`, createdAt, amount, type: 'purchase', description: 'Credit purchase' }),
  ]);
}
