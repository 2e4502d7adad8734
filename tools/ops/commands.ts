/**
 * Manual commands for support and operations (docs/spec.md 22). Each command changes at most one balance. The change has a ledger row with
 * the reason and the operator.
 */
import { findAccountByEmail, listLedger, readAccount } from '#lambdas/store/accounts.ts';
import { type AdjustmentOutcome, adjustBalance, refundItem } from '#lambdas/store/adjustments.ts';
import { reserved } from '#shared/credits/ledger.ts';
import { type Cents, centsFromDollars, twoDecimals } from '#shared/money.ts';

export type Request = { command: string | undefined; words: string[]; reason?: string; reference?: string; actor: string };

/** A command that cannot run. The message is for the operator. */
export class Refused extends Error {}

export const usage = `npm run ops -- <command> [--local | --aws] [--stage prod]

--local selects the local cloud, --aws selects AWS. Without an option, it is the local cloud if it runs on this machine, otherwise AWS.

  show <e-mail or user id>                                  shows the balances of an account and its newest rows
  credit <e-mail or user id> <dollars>                      adds credits; a negative amount removes credits
      --reference <case> --reason <text>                    the same reference changes a balance only once
  refund <e-mail or user id> <batch id> <item id>           refunds the charge of one item, only once
      --reason <text>

The seller can read the reason in the list of transactions. Write it for the seller, without the name of a person.
--by <name> sets the name of the operator; the default is the user of this machine.`;

const shownRows = 10;
/** Maximum amount of one command. It limits the damage of a typing error. */
const adjustmentCentsMax: Cents = 100_000;

/**
 * Runs a command and returns its output.
 * @throws Refused
 */
export async function run(request: Request, now: Date): Promise<string> {
  const commands: Record<string, (request: Request, now: Date) => Promise<string>> = { show, credit, refund };
  const command = request.command !== undefined && Object.hasOwn(commands, request.command) ? commands[request.command] : undefined;
  if (!command) throw new Refused(usage);
  return command(request, now);
}

async function show({ words: [accountName] }: Request): Promise<string> {
  const userId = await userIdOf(accountName);
  const account = await readAccount(userId);
  if (!account) throw new Refused('There is no such account.');
  const { rows } = await listLedger(userId, { limit: shownRows });
  return [
    `${userId}  ${account.email ?? '(deleted)'}`,
    `credits $${twoDecimals(account.credits)}, available $${twoDecimals(account.available)}, reserved $${twoDecimals(reserved(account))}`,
    ...(account.closingAt ? [`deleted by its owner ${account.closingAt}`] : []),
    ...rows.map(({ createdAt, amount, type, id, description, reason, actor }) =>
      [createdAt, twoDecimals(amount).padStart(9), type.padEnd(10), id, description, reason, actor && `by ${actor}`]
        .filter(Boolean)
        .join('  '),
    ),
  ].join('\n');
}

async function credit({ words: [accountName, dollars], reason, reference, actor }: Request, now: Date): Promise<string> {
  const amount = amountFrom(dollars);
  if (!reference?.trim()) throw new Refused('Name the case with --reference: the same reference changes a balance only once.');
  const userId = await userIdOf(accountName);
  const outcome = await adjustBalance({ userId, amount, reason: requireReason(reason), actor }, reference.trim(), now);
  return describeOutcome(outcome, userId, amount);
}

async function refund({ words: [accountName, batchId = '', itemId = ''], reason, actor }: Request, now: Date): Promise<string> {
  const userId = await userIdOf(accountName);
  const { outcome, amount } = await refundItem({ userId, batchId, itemId, reason: requireReason(reason), actor }, now);
  if (outcome === 'not-charged') throw new Refused('This item was not charged: there is no charge to refund.');
  return describeOutcome(outcome, userId, amount);
}

async function describeOutcome(outcome: AdjustmentOutcome, userId: string, amount: Cents): Promise<string> {
  if (outcome === 'no-account') throw new Refused('There is no such account, or its owner has deleted it.');
  if (outcome === 'short') throw new Refused('The amount is higher than the available credits. Nothing was changed.');
  const account = await readAccount(userId);
  const newBalance = account ? `Now $${twoDecimals(account.credits)}.` : '';
  return outcome === 'done-before'
    ? `This was done before. Nothing was changed. ${newBalance}`
    : `Changed by $${twoDecimals(amount)}. ${newBalance}`;
}

/** @param accountName an e-mail or a user id */
async function userIdOf(accountName = ''): Promise<string> {
  const userId = accountName.includes('@') ? await findAccountByEmail(accountName) : accountName;
  if (!userId) throw new Refused(accountName ? `There is no account with the e-mail ${accountName}.` : usage);
  return userId;
}

function requireReason(reason: string | undefined): string {
  if (!reason?.trim()) throw new Refused('Set the reason with --reason. The seller can read it.');
  return reason.trim();
}

function amountFrom(dollars = ''): Cents {
  if (!/^-?\d{1,6}(\.\d\d?)?$/.test(dollars)) throw new Refused('The amount is in dollars, such as 5 or -1.20.');
  const cents = centsFromDollars(Number(dollars));
  if (cents === 0 || Math.abs(cents) > adjustmentCentsMax)
    throw new Refused(`The amount must not be 0 and not above $${twoDecimals(adjustmentCentsMax)}.`);
  return cents;
}
