/** Removes each guard of the ledger once. If the tests do not detect a removal, no test covers this guard. */
import { type PlantedBug, plantedBug, removePart, type Write } from './mutation.ts';

type Expression = 'ConditionExpression' | 'UpdateExpression';

/** Removes a text from a write, or replaces the text. */
const withoutPart =
  (
    expression: Expression,
    part: string,
    { replacement, appliesTo = () => true }: { replacement?: string; appliesTo?: (write: Write, writes: Write[]) => boolean } = {},
  ) =>
  (write: Write, _: unknown, writes: Write[]): Write =>
    appliesTo(write, writes) ? removePart(write, expression, part, replacement) : write;
const withoutCondition = (part: string, options?: Parameters<typeof withoutPart>[2]) => withoutPart('ConditionExpression', part, options);
const withChangedUpdate = (part: string, replacement: string, options?: Parameters<typeof withoutPart>[2]) =>
  withoutPart('UpdateExpression', part, { replacement, ...options });

/** Replaces a value of the write that holds credits for several batches. */
const withChangedValue =
  (name: string, newValue: (values: Record<string, unknown>) => unknown) =>
  (write: Write): Write => {
    const values = write.ExpressionAttributeValues ?? {};
    if (!isHold(write) || Number(values[':count'] ?? 0) < 2) return write;
    return { ...write, ExpressionAttributeValues: { ...values, [name]: newValue(values) } };
  };

const rowId = (write: Write): string => String(write.Item?.sk ?? write.Item?.id ?? '');
const isItemWrite = (write: Write): boolean => String(write.Key?.sk).startsWith('item#');
const conditionOf = (write: Write): string => write.ConditionExpression ?? '';
const updateOf = (write: Write): string => write.UpdateExpression ?? '';
const isHold = (write: Write): boolean => updateOf(write).startsWith('ADD available :minus');
const isHoldOfBatch = (write: Write, writes: Write[]): boolean => isHold(write) && writes.some((other) => rowId(other) === 'meta');
const isHoldToReopen = (write: Write, writes: Write[]): boolean =>
  isHold(write) && writes.some((other) => updateOf(other).includes('held_at = :now'));
const isCapture = (write: Write): boolean => updateOf(write).startsWith('ADD credits :minus');
const isCapturedItem = (write: Write): boolean => updateOf(write).includes('#status = :completed');
const isReleasedItem = (write: Write): boolean => updateOf(write).includes('error_code = :code');
const isBatchEnd = (write: Write): boolean => updateOf(write).includes('REMOVE active_user_id');

/** The condition that the account is not being deleted. */
const accountIsOpen = 'attribute_not_exists(closing_at)';

const isPurchase = (write: Write): boolean => rowId(write).startsWith('purchase#cs_');
const isCredit = (write: Write): boolean => updateOf(write).includes('total_money_spent :paid');
const isClaim = (write: Write): boolean => updateOf(write).startsWith('ADD credits :change');

/** Returns new objects for each run, because each object counts how often it was applied. */
export const plantedBugs = (): PlantedBug[] => [
  // The hold
  plantedBug('a hold does not check the available balance', withoutCondition('available >= :cost', { appliesTo: isHoldOfBatch })),
  plantedBug(
    'a hold does not check the number of running batches',
    withoutCondition('(attribute_not_exists(#active) OR #active <= :room)'),
  ),
  plantedBug('a batch gets a second hold', withoutCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write) === 'meta' })),
  plantedBug(
    'a hold does not reduce the available balance',
    withChangedUpdate('ADD available :minus', 'ADD planted :minus', { appliesTo: isHold }),
  ),
  plantedBug(
    'a hold also reduces the settled balance',
    withChangedUpdate('ADD available :minus', 'ADD available :minus, credits :minus', { appliesTo: isHold }),
  ),
  plantedBug('a running batch is not counted', withChangedUpdate(', #active :count', '', { appliesTo: isHold })),
  plantedBug(
    'only one batch of an order is counted',
    withChangedValue(':count', () => 1),
  ),
  plantedBug(
    'an order of several batches needs room for only one batch',
    withChangedValue(':room', ({ ':room': room, ':count': count }) => Number(room) + Number(count) - 1),
  ),
  plantedBug(
    'an order replaces an existing order',
    withoutCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write) === 'order' }),
  ),
  plantedBug('an order writes only its first batch', (write, _, writes) =>
    write !== writes.find((other) => rowId(other) === 'meta') && rowId(write) === 'meta' ? undefined : write,
  ),
  plantedBug('a held batch is missing in the index of open holds', (write) => {
    if (rowId(write) !== 'meta') return write;
    const { hold_shard: _, held_at: __, ...Item } = write.Item ?? {};
    return { ...write, Item };
  }),
  plantedBug(
    'running items are overwritten',
    withoutCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write).startsWith('item#') }),
  ),
  plantedBug('a retry starts although a late video arrived', withoutCondition('attribute_not_exists(late_results)')),
  plantedBug('a retry does not mark its source', withChangedUpdate('retried_by = if_not_exists(retried_by, :batch)', 'planted = :batch')),

  // The capture
  plantedBug('a capture does not check the balance', withoutCondition('credits >= :cost')),
  plantedBug(
    'a capture does not reduce the balance',
    withChangedUpdate('ADD credits :minus', 'ADD planted :minus', { appliesTo: isCapture }),
  ),
  plantedBug(
    'a capture also returns the hold',
    withChangedUpdate('ADD credits :minus', 'ADD credits :minus, available :minus', { appliesTo: isCapture }),
  ),
  plantedBug('a capture does not count the video', withChangedUpdate(', total_videos_generated :one', '', { appliesTo: isCapture })),
  plantedBug('an item that is not running is captured', withoutCondition('#status = :generating', { appliesTo: isCapturedItem })),
  plantedBug('an item is captured at another price', withoutCondition('cents = :cost', { appliesTo: isCapturedItem })),
  plantedBug('a captured item does not end', withChangedUpdate('SET #status = :completed,', 'SET planted = :completed,')),
  plantedBug('a capture writes no ledger row', (write) => (rowId(write).startsWith('deduction#') ? undefined : write)),
  plantedBug(
    'a charge is overwritten',
    withoutCondition('attribute_not_exists(user_id)', { appliesTo: (write) => rowId(write).startsWith('deduction#') }),
  ),
  plantedBug('an item without a hold is settled', (write, kind) => (kind === 'ConditionCheck' ? undefined : write)),

  // The release
  plantedBug('a release creates an account', withoutCondition('attribute_exists(id)')),
  plantedBug('a release returns no credits', withChangedUpdate('ADD available :back', 'ADD planted :back')),
  plantedBug('an ended item is released', withoutCondition('#status IN (:queued, :generating)', { appliesTo: isReleasedItem })),
  plantedBug('an item is released at another price', withoutCondition('cents = :cost', { appliesTo: isReleasedItem })),
  plantedBug('a released item does not end', withChangedUpdate('SET #status = :end,', 'SET planted = :end,')),

  // The end of a batch
  plantedBug('a batch ends twice', withoutCondition('#status = :running', { appliesTo: isBatchEnd })),
  plantedBug('an ended batch is still counted', withChangedUpdate('ADD #active :minus', 'SET #active = #active, planted = :minus')),
  plantedBug('more batches end than run', withoutCondition('#active > :none')),
  plantedBug('an ended batch stays in the index of open holds', withChangedUpdate(', hold_shard, held_at', '', { appliesTo: isBatchEnd })),
  plantedBug('an ended batch stays in the index of running batches', withChangedUpdate('active_user_id, ', '', { appliesTo: isBatchEnd })),
  plantedBug('an ended batch gets no history row', (write) => (write.Item && 'total_images' in write.Item ? undefined : write)),

  // Between the hold and the settlement
  plantedBug(
    'an ended item continues',
    withoutCondition('#status IN (:queued, :generating)', {
      appliesTo: (write) => isItemWrite(write) && !isReleasedItem(write) && !isCancelMark(write),
    }),
  ),
  plantedBug('a cancelled item is ordered and its video is accepted', withoutCondition('attribute_not_exists(#cancelRequestedAt)')),
  plantedBug(
    'an item with a reported video is cancelled',
    withoutCondition('(attribute_not_exists(outcome) OR outcome.#status = :failed)', { appliesTo: isCancelMark }),
  ),
  plantedBug(
    'an item with a stored video is cancelled',
    withoutCondition('attribute_not_exists(#result) AND (attribute_not_exists(outcome) OR outcome.#status = :failed)', {
      appliesTo: isCancelMark,
    }),
  ),
  plantedBug('an ended item is cancelled', withoutCondition('#status = :status', { appliesTo: isCancelMark })),
  plantedBug('a late video is attached although a retry exists', withoutCondition('attribute_not_exists(retried_by)')),
  plantedBug(
    'a late video is attached to an item that did not fail',
    withoutCondition('#status = :failed AND attribute_not_exists(#result)', {
      appliesTo: (write) => conditionOf(write) === '#status = :failed AND attribute_not_exists(#result)',
    }),
  ),
  plantedBug('a late video is not counted', withChangedUpdate('ADD late_results :one', 'SET planted = :one')),
  plantedBug(
    'an ended batch is resumed',
    withoutCondition('#status = :running', { appliesTo: (write) => updateOf(write).includes('resumptions') }),
  ),

  // Payments and claims
  plantedBug('a payment is credited twice', withoutCondition('attribute_not_exists(user_id)', { appliesTo: (write) => isPurchase(write) })),
  plantedBug('a payment writes no ledger row', (write) => (isPurchase(write) ? undefined : write)),
  plantedBug('a payment does not increase the money spent', withChangedUpdate(', total_money_spent :paid', '')),
  plantedBug(
    'a payment does not increase the available balance',
    withChangedUpdate('ADD credits :net, available :net', 'ADD credits :net'),
  ),
  plantedBug(
    'a payment ignores a debt that was created at the same time',
    withoutCondition('(attribute_not_exists(debt) OR debt = :debt)', { appliesTo: isCredit }),
  ),
  plantedBug('a payment is credited to a deleted account', withoutCondition('attribute_exists(id)', { appliesTo: isCredit })),
  plantedBug('a payment pays a debt without a ledger row', (write) => (rowId(write).startsWith('debt#purchase#') ? undefined : write)),
  plantedBug(
    'a payment overwrites a stored refund',
    withoutCondition('attribute_not_exists(id)', { appliesTo: (write) => rowId(write).startsWith('payment#') }),
  ),
  plantedBug('a claim takes held credits', withoutCondition('available >= :taken')),
  plantedBug('a claim creates a debt although credits are available', withoutCondition('available = :taken')),
  plantedBug('a claim ignores another claim', withoutCondition('(attribute_not_exists(debt) OR debt = :debt)', { appliesTo: isClaim })),
  plantedBug('a claim writes no ledger row', (write) => (rowId(write).startsWith('refund#') ? undefined : write)),
  plantedBug(
    'a claim reduces only the settled balance',
    withChangedUpdate('ADD credits :change, available :change', 'ADD credits :change', { appliesTo: isClaim }),
  ),
  plantedBug('a claim does not store its debt', withChangedUpdate(' SET debt = :after', '', { appliesTo: isClaim })),
  plantedBug(
    'a repeated report is processed as a new one',
    withoutCondition('attribute_not_exists(id)', { appliesTo: (write) => rowId(write).startsWith('event#') }),
  ),
  plantedBug(
    'a release ignores a debt',
    withoutCondition('(attribute_not_exists(debt) OR debt = :debt)', {
      appliesTo: (write) => updateOf(write).startsWith('ADD available :back'),
    }),
  ),
  plantedBug('a release does not lower the debt that it pays', withChangedUpdate(', debt :taken', '')),
  plantedBug('a release pays a debt without a ledger row', (write) => (/^debt#(?!purchase)/.test(rowId(write)) ? undefined : write)),

  // An account that is closing
  plantedBug('a batch is held for a closing account', withoutCondition(accountIsOpen, { appliesTo: isHoldOfBatch })),
  plantedBug(
    'an item is held for a closing account',
    withoutCondition(accountIsOpen, { appliesTo: (write) => updateOf(write) === 'ADD available :minus' }),
  ),
  plantedBug('a batch of a closing account is reopened', withoutCondition(accountIsOpen, { appliesTo: isHoldToReopen })),
  plantedBug('a payment is credited to a closing account', withoutCondition(accountIsOpen, { appliesTo: isCredit })),
  plantedBug(
    'support gives credits to a closing account',
    withoutCondition(accountIsOpen, { appliesTo: (write) => conditionOf(write).includes(':least') }),
  ),

  // The account
  plantedBug('an existing account is overwritten', withoutCondition('attribute_not_exists(id)')),
  plantedBug(
    'the bonus is given twice',
    withoutCondition('attribute_not_exists(user_id)', { appliesTo: (write) => rowId(write) === 'bonus' }),
  ),
  plantedBug('the bonus writes no ledger row', (write) => (rowId(write) === 'bonus' ? undefined : write)),
];

function isCancelMark(write: Write): boolean {
  return updateOf(write).startsWith('SET cancel_requested_at');
}
