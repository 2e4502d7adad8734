import { deductionDescriptions, descriptions } from '#shared/credits/ledger.ts';

type LedgerEntry = keyof typeof descriptions | keyof typeof deductionDescriptions;

const entries = Object.entries({ ...descriptions, ...deductionDescriptions }) as [LedgerEntry, string][];
const byDescription = new Map(entries.map(([entry, description]) => [description, entry]));

/** The text key of a ledger row, found by the English description that the API returns. */
export const nameKeyOf = (description: string) => `transactions.names.${byDescription.get(description) ?? 'other'}` as const;
