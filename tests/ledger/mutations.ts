/**
 * The list of all mutations. Each mutation removes one guard of the ledger. If no test detects a mutation, no test covers its guard. Some
 * mutations write a value to `ignored_field` instead of the correct field. No code reads `ignored_field`.
 */
import { createMutation, type Mutation, removePart, type Write } from './mutation.ts';

type Expression = 'ConditionExpression' | 'UpdateExpression';

/** Returns a function that removes a part of an expression from a write, or replaces this part. */
const removePartOf =
  (
    expression: Expression,
    part: string,
    { replacement, appliesTo = () => true }: { replacement?: string; appliesTo?: (write: Write, writes: Write[]) => boolean } = {},
  ) =>
  (write: Write, _: unknown, writes: Write[]): Write =>
    appliesTo(write, writes) ? removePart(write, expression, part, replacement) : write;
const removeCondition = (part: string, options?: Parameters<typeof removePartOf>[2]) => removePartOf('ConditionExpression', part, options);
const changeUpdate = (part: string, replacement: string, options?: Parameters<typeof removePartOf>[2]) =>
  removePartOf('UpdateExpression', part, { replacement, ...options });

/** Returns a function that replaces a value in the write that holds credits for several batches. */
const changeValue =
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
const notDeletedCondition = 'attribute_not_exists(closing_at)';

const isPurchase = (write: Write): boolean => rowId(write).startsWith('purchase#cs_');
const isCredit = (write: Write): boolean => updateOf(write).includes('total_money_spent :paid');
const isClaim = (write: Write): boolean => updateOf(write).startsWith('ADD credits :change');

/** Creates new objects at each call, because each object counts how many times its mutation was applied. */
export const createMutations = (): Mutation[] => [
  // The hold
  createMutation('a hold does not check the available balance', removeCondition('available >= :cost', { appliesTo: isHoldOfBatch })),
  createMutation(
    'a hold does not check the number of running batches',
    removeCondition('(attribute_not_exists(#active) OR #active <= :room)'),
  ),
  createMutation(
    'the credits of a batch are held twice',
    removeCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write) === 'meta' }),
  ),
  createMutation(
    'a hold does not reduce the available balance',
    changeUpdate('ADD available :minus', 'ADD ignored_field :minus', { appliesTo: isHold }),
  ),
  createMutation(
    'a hold also reduces the settled balance',
    changeUpdate('ADD available :minus', 'ADD available :minus, credits :minus', { appliesTo: isHold }),
  ),
  createMutation('a running batch is not counted', changeUpdate(', #active :count', '', { appliesTo: isHold })),
  createMutation(
    'only one batch of an order is counted',
    changeValue(':count', () => 1),
  ),
  createMutation(
    'for an order of several batches, the limit of running batches is checked for only one batch',
    changeValue(':room', ({ ':room': room, ':count': count }) => Number(room) + Number(count) - 1),
  ),
  createMutation(
    'an order replaces an existing order',
    removeCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write) === 'order' }),
  ),
  createMutation('an order writes only its first batch', (write, _, writes) =>
    write !== writes.find((other) => rowId(other) === 'meta') && rowId(write) === 'meta' ? undefined : write,
  ),
  createMutation('a held batch has no mark', (write) => (rowId(write) === 'hold' ? undefined : write)),
  createMutation('a held batch is missing in the index of open holds', (write) => {
    if (rowId(write) !== 'meta') return write;
    const { hold_shard: _, held_at: __, ...Item } = write.Item ?? {};
    return { ...write, Item };
  }),
  createMutation(
    'running items are overwritten',
    removeCondition('attribute_not_exists(pk)', { appliesTo: (write) => rowId(write).startsWith('item#') }),
  ),
  createMutation('a retry starts although a late video arrived', removeCondition('attribute_not_exists(late_results)')),
  createMutation(
    'a retry does not mark its source',
    changeUpdate('retried_by = if_not_exists(retried_by, :batch)', 'ignored_field = :batch'),
  ),

  // The capture
  createMutation('a capture does not check the balance', removeCondition('credits >= :cost')),
  createMutation(
    'a capture does not reduce the balance',
    changeUpdate('ADD credits :minus', 'ADD ignored_field :minus', { appliesTo: isCapture }),
  ),
  createMutation(
    'a capture also returns the hold',
    changeUpdate('ADD credits :minus', 'ADD credits :minus, available :minus', { appliesTo: isCapture }),
  ),
  createMutation('a capture does not count the video', changeUpdate(', total_videos_generated :one', '', { appliesTo: isCapture })),
  createMutation('an item that is not running is captured', removeCondition('#status = :generating', { appliesTo: isCapturedItem })),
  createMutation('an item is captured at another price', removeCondition('cents = :cost', { appliesTo: isCapturedItem })),
  createMutation('a captured item does not end', changeUpdate('SET #status = :completed,', 'SET ignored_field = :completed,')),
  createMutation('a capture writes no ledger row', (write) => (rowId(write).startsWith('deduction#') ? undefined : write)),
  createMutation(
    'a charge is overwritten',
    removeCondition('attribute_not_exists(user_id)', { appliesTo: (write) => rowId(write).startsWith('deduction#') }),
  ),
  createMutation('an item without a hold is settled', (write, kind) => (kind === 'ConditionCheck' ? undefined : write)),

  // The release
  createMutation('a release creates an account', removeCondition('attribute_exists(id)')),
  createMutation('a release returns no credits', changeUpdate('ADD available :back', 'ADD ignored_field :back')),
  createMutation('an ended item is released', removeCondition('#status IN (:queued, :generating)', { appliesTo: isReleasedItem })),
  createMutation('an item is released at another price', removeCondition('cents = :cost', { appliesTo: isReleasedItem })),
  createMutation('a released item does not end', changeUpdate('SET #status = :end,', 'SET ignored_field = :end,')),

  // The end of a batch
  createMutation('a batch ends twice', removeCondition('#status = :running', { appliesTo: isBatchEnd })),
  createMutation('an ended batch is still counted', changeUpdate('ADD #active :minus', 'SET #active = #active, ignored_field = :minus')),
  createMutation('more batches end than run', removeCondition('#active > :none')),
  createMutation('an ended batch stays in the index of open holds', changeUpdate(', hold_shard, held_at', '', { appliesTo: isBatchEnd })),
  createMutation('an ended batch stays in the index of running batches', changeUpdate('active_user_id, ', '', { appliesTo: isBatchEnd })),
  createMutation('an ended batch gets no history row', (write) =>
    Object.values(write.ExpressionAttributeNames ?? {}).includes('total_images') ? undefined : write,
  ),

  // Between the hold and the settlement
  createMutation(
    'an ended item continues',
    removeCondition('#status IN (:queued, :generating)', {
      appliesTo: (write) => isItemWrite(write) && !isReleasedItem(write) && !isCancelMark(write),
    }),
  ),
  createMutation('a cancelled item is ordered and its video is accepted', removeCondition('attribute_not_exists(#cancelRequestedAt)')),
  createMutation(
    'an item with a reported video is cancelled',
    removeCondition('(attribute_not_exists(outcome) OR outcome.#status = :failed)', { appliesTo: isCancelMark }),
  ),
  createMutation(
    'an item with a stored video is cancelled',
    removeCondition('attribute_not_exists(#result) AND (attribute_not_exists(outcome) OR outcome.#status = :failed)', {
      appliesTo: isCancelMark,
    }),
  ),
  createMutation('an ended item is cancelled', removeCondition('#status = :status', { appliesTo: isCancelMark })),
  createMutation('a late video is attached although a retry exists', removeCondition('attribute_not_exists(retried_by)')),
  createMutation(
    'a late video is attached to an item that did not fail',
    removeCondition('#status = :failed AND attribute_not_exists(#result)', {
      appliesTo: (write) => conditionOf(write) === '#status = :failed AND attribute_not_exists(#result)',
    }),
  ),
  createMutation('a late video is not counted', changeUpdate('ADD late_results :one', 'SET ignored_field = :one')),
  createMutation(
    'an ended batch is resumed',
    removeCondition('#status = :running', { appliesTo: (write) => updateOf(write).includes('resumptions') }),
  ),

  // Payments and claims
  createMutation(
    'a payment is credited twice',
    removeCondition('attribute_not_exists(user_id)', { appliesTo: (write) => isPurchase(write) }),
  ),
  createMutation('a payment writes no ledger row', (write) => (isPurchase(write) ? undefined : write)),
  createMutation('a payment does not increase the money spent', changeUpdate(', total_money_spent :paid', '')),
  createMutation('a payment does not increase the available balance', changeUpdate('ADD credits :net, available :net', 'ADD credits :net')),
  createMutation(
    'a payment ignores a debt that was created at the same time',
    removeCondition('(attribute_not_exists(debt) OR debt = :debt)', { appliesTo: isCredit }),
  ),
  createMutation('a payment is credited to a deleted account', removeCondition('attribute_exists(id)', { appliesTo: isCredit })),
  createMutation('a payment pays a debt without a ledger row', (write) => (rowId(write).startsWith('debt#purchase#') ? undefined : write)),
  createMutation(
    'a payment overwrites a stored refund',
    removeCondition('attribute_not_exists(id)', { appliesTo: (write) => rowId(write).startsWith('payment#') }),
  ),
  createMutation('a claim takes held credits', removeCondition('available >= :taken')),
  createMutation('a claim creates a debt although credits are available', removeCondition('available = :taken')),
  createMutation('a claim ignores another claim', removeCondition('(attribute_not_exists(debt) OR debt = :debt)', { appliesTo: isClaim })),
  createMutation('a claim writes no ledger row', (write) => (rowId(write).startsWith('refund#') ? undefined : write)),
  createMutation(
    'a claim reduces only the settled balance',
    changeUpdate('ADD credits :change, available :change', 'ADD credits :change', { appliesTo: isClaim }),
  ),
  createMutation('a claim does not store its debt', changeUpdate(' SET debt = :after', '', { appliesTo: isClaim })),
  createMutation(
    'a repeated report is processed as a new one',
    removeCondition('attribute_not_exists(id)', { appliesTo: (write) => rowId(write).startsWith('event#') }),
  ),
  createMutation(
    'a release ignores a debt',
    removeCondition('(attribute_not_exists(debt) OR debt = :debt)', {
      appliesTo: (write) => updateOf(write).startsWith('ADD available :back'),
    }),
  ),
  createMutation('a release does not lower the debt that it pays', changeUpdate(', debt :taken', '')),
  createMutation('a release pays a debt without a ledger row', (write) => (/^debt#(?!purchase)/.test(rowId(write)) ? undefined : write)),

  // An account that is being deleted
  createMutation(
    'a batch is held for an account that is being deleted',
    removeCondition(notDeletedCondition, { appliesTo: isHoldOfBatch }),
  ),
  createMutation(
    'an item is held for an account that is being deleted',
    removeCondition(notDeletedCondition, { appliesTo: (write) => updateOf(write) === 'ADD available :minus' }),
  ),
  createMutation(
    'a batch of an account that is being deleted is reopened',
    removeCondition(notDeletedCondition, { appliesTo: isHoldToReopen }),
  ),
  createMutation(
    'a payment is credited to an account that is being deleted',
    removeCondition(notDeletedCondition, { appliesTo: isCredit }),
  ),
  createMutation(
    'support gives credits to an account that is being deleted',
    removeCondition(notDeletedCondition, { appliesTo: (write) => conditionOf(write).includes(':least') }),
  ),

  // The account
  createMutation('an existing account is overwritten', removeCondition('attribute_not_exists(id)')),
  createMutation(
    'the bonus is given twice',
    removeCondition('attribute_not_exists(user_id)', { appliesTo: (write) => rowId(write) === 'bonus' }),
  ),
  createMutation('the bonus writes no ledger row', (write) => (rowId(write) === 'bonus' ? undefined : write)),
];

function isCancelMark(write: Write): boolean {
  return updateOf(write).startsWith('SET cancel_requested_at');
}
