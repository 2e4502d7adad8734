import { descriptions } from '#shared/credits/ledger.ts';
import { type WorkKind, workKindNames, workKinds } from '#shared/work/kinds.ts';

const nameByDescription = new Map<string, keyof typeof descriptions | WorkKind>([
  ...Object.entries(descriptions).map(([entry, description]) => [description, entry as keyof typeof descriptions] as const),
  ...workKindNames.map((kind) => [workKinds[kind].description, kind] as const),
]);

/** Returns the text key of a ledger row. The key depends on the English description of the row in the response. */
export const transactionTextKey = (description: string) => `transactions.names.${nameByDescription.get(description) ?? 'other'}` as const;

/** Returns the kind of work that a charge paid, or undefined for other transactions. */
export const chargedKindOf = (description: string): WorkKind | undefined =>
  workKindNames.find((kind) => workKinds[kind].description === description);
