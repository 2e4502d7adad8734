/**
 * Commands for support and operations that a person runs (docs/spec.md 22). Each command changes at most one balance. The change has a
 * ledger row with the reason and the operator. Other commands write the notice about an outage, change the slots and limits
 * (admission-commands.ts), and restore accounts and files from backups (restore/commands.ts).
 */
import { findAccountByEmail, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import { type AdjustmentOutcome, adjustBalance, refundItem } from '#lambdas/store/adjustments.ts';
import { heldCents } from '#shared/credits/ledger.ts';
import { type Cents, centsFromDollars, twoDecimals } from '#shared/money.ts';
import { statusLengthMax, statusMessage, statusSecondsMax } from '#shared/status.ts';
import { admissionCommands, admissionUsage } from './admission-commands.ts';
import { writeNotice } from './notice.ts';
import { CommandError, type OperatorCommand } from './request.ts';
import { restoreCommands, restoreUsage } from './restore/commands.ts';

export const usage = `npm run ops -- <command> [--local | --aws] [--stage prod]

--local selects the local cloud, --aws selects AWS. Default: the local cloud if it runs on this machine, otherwise AWS.

  show <e-mail or user id>                                  shows the balances and the newest transactions of an account
  credit <e-mail or user id> <dollars>                      adds credits; a negative amount removes credits
      --reference <case> --reason <text>                    a second call with the same reference has no effect
  refund <e-mail or user id> <batch id> <item id>           refunds the charge of one item, only once
      --reason <text>
  notice <text>                                             shows a notice about an outage on every page
  end-notice                                                removes the notice
${admissionUsage}
${restoreUsage}

The seller reads the reason in the list of transactions. So write the reason in words for the seller, and without names of persons.
--by <name> sets the name of the operator; the default is the user of this machine.`;

const shownRowCount = 10;
/** Maximum amount of one command. It limits the damage of a typing error. */
const adjustmentCentsMax: Cents = 100_000;

/**
 * Runs a command and returns its output.
 * @throws CommandError
 */
export async function run(request: OperatorCommand, now: Date): Promise<string> {
  const commands: Record<string, (request: OperatorCommand, now: Date) => Promise<string>> = {
    show,
    credit,
    refund,
    notice,
    'end-notice': endNotice,
    ...admissionCommands,
    ...restoreCommands,
  };
  const command = request.command !== undefined && Object.hasOwn(commands, request.command) ? commands[request.command] : undefined;
  if (!command) throw new CommandError(usage);
  return command(request, now);
}

async function show({ parameters: [emailOrUserId] }: OperatorCommand): Promise<string> {
  const userId = await findUserId(emailOrUserId);
  const account = await readAccount(userId);
  if (!account) throw new CommandError('There is no such account.');
  const { rows } = await listLedger(userId, { limit: shownRowCount });
  return [
    `${userId}  ${account.email ?? '(deleted)'}`,
    `credits $${twoDecimals(account.credits)}, available $${twoDecimals(account.available)}, reserved $${twoDecimals(heldCents(account))}`,
    ...(account.closingAt ? [`the owner requested the deletion at ${account.closingAt}`] : []),
    ...rows.map(({ createdAt, amount, type, id, description, reason, actor }) =>
      [createdAt, twoDecimals(amount).padStart(9), type.padEnd(10), id, description, reason, actor && `by ${actor}`]
        .filter(Boolean)
        .join('  '),
    ),
  ].join('\n');
}

async function credit({ parameters: [emailOrUserId, dollars], reason, reference, actor }: OperatorCommand, now: Date): Promise<string> {
  const amount = amountFrom(dollars);
  if (!reference?.trim())
    throw new CommandError('Set a case number with --reference. A second call with the same reference has no effect.');
  const userId = await findUserId(emailOrUserId);
  const outcome = await adjustBalance({ userId, amount, reason: requireReason(reason), actor }, reference.trim(), now);
  return describeOutcome(outcome, userId, amount);
}

async function refund(
  { parameters: [emailOrUserId, batchId = '', itemId = ''], reason, actor }: OperatorCommand,
  now: Date,
): Promise<string> {
  const userId = await findUserId(emailOrUserId);
  const { outcome, amount } = await refundItem({ userId, batchId, itemId, reason: requireReason(reason), actor }, now);
  if (outcome === 'not-charged') throw new CommandError('This item was not charged: there is no charge to refund.');
  return describeOutcome(outcome, userId, amount);
}

async function notice({ parameters, stage }: OperatorCommand): Promise<string> {
  const message = statusMessage({ message: parameters.join(' ') });
  if (message === undefined) throw new CommandError(`Write a notice of 1 to ${statusLengthMax} characters.`);
  await writeNotice(stage, message);
  return `Every page shows the notice within ${statusSecondsMax} seconds, and open pages within minutes.`;
}

async function endNotice({ stage }: OperatorCommand): Promise<string> {
  await writeNotice(stage, undefined);
  return 'The notice is removed.';
}

async function describeOutcome(outcome: AdjustmentOutcome, userId: string, amount: Cents): Promise<string> {
  if (outcome === 'no-account') throw new CommandError('There is no such account, or its owner has deleted it.');
  if (outcome === 'insufficient-credits')
    throw new CommandError('The amount is higher than the available credits. The balance did not change.');
  const account = await readAccount(userId);
  const newBalance = account ? `The balance is $${twoDecimals(account.credits)}.` : '';
  return outcome === 'done-before'
    ? `An earlier command already made this change. The balance did not change. ${newBalance}`
    : `The balance changed by $${twoDecimals(amount)}. ${newBalance}`;
}

async function findUserId(emailOrUserId = ''): Promise<string> {
  const userId = emailOrUserId.includes('@') ? await findAccountByEmail(emailOrUserId) : emailOrUserId;
  if (!userId) throw new CommandError(emailOrUserId ? `There is no account with the e-mail ${emailOrUserId}.` : usage);
  return userId;
}

function requireReason(reason: string | undefined): string {
  if (!reason?.trim()) throw new CommandError('Set the reason with --reason. The seller can read it.');
  return reason.trim();
}

function amountFrom(dollars = ''): Cents {
  if (!/^-?\d{1,6}(\.\d\d?)?$/.test(dollars)) throw new CommandError('The amount is not valid. Enter dollars, for example 5 or -1.20.');
  const cents = centsFromDollars(Number(dollars));
  if (cents === 0 || Math.abs(cents) > adjustmentCentsMax)
    throw new CommandError(`The amount must not be 0, and must be at most $${twoDecimals(adjustmentCentsMax)} in either direction.`);
  return cents;
}
