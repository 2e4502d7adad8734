/** The marketplaces that a seller has saved, in the row of the account. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SellerMarketplaces } from '#shared/auth/api.ts';
import { accountKey } from './accounts.ts';
import { dynamo, isWritten } from './dynamo.ts';

/** @returns false if the account does not exist, or if its deletion was requested. */
export const writeMarketplaces = (userId: string, marketplaces: SellerMarketplaces): Promise<boolean> =>
  isWritten(
    dynamo().send(
      new UpdateCommand({
        ...accountKey(userId),
        UpdateExpression: 'SET marketplaces = :marketplaces',
        // Without this condition, a late call could write personal data after the deletion has removed it.
        ConditionExpression: 'attribute_exists(id) AND attribute_not_exists(closing_at)',
        ExpressionAttributeValues: { ':marketplaces': marketplaces },
      }),
    ),
  );
