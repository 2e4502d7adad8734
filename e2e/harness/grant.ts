import { randomUUID } from 'node:crypto';
import { accountKey, ledgerPut } from '#lambdas/store/accounts.ts';
import { transact } from '#lambdas/store/dynamo.ts';
import type { Cents } from '#shared/money.ts';

/**
 * Credits as a purchase adds them: the balance and its row, in one transaction.
 * @param spent what the account has paid for them; an account that has paid nothing has lower limits.
 */
export async function grant(userId: string, amount: Cents, spent: Cents = amount): Promise<void> {
  const createdAt = new Date().toISOString();
  await transact([
    {
      Update: {
        ...accountKey(userId),
        UpdateExpression: 'ADD credits :cents, available :cents, total_money_spent :spent',
        ExpressionAttributeValues: { ':cents': amount, ':spent': spent },
      },
    },
    ledgerPut({ userId, id: `purchase#${randomUUID()}`, createdAt, amount, type: 'purchase', description: 'Credit purchase' }),
  ]);
}
