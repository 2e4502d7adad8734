import { descriptions } from '#shared/credits/ledger.ts';
import { type WorkKind, workKindNames, workKinds } from '#shared/work/kinds.ts';

const byDescription = new Map<string, keyof typeof descriptions | WorkKind>([
  ...Object.entries(descriptions).map(([entry, description]) => [description, entry as keyof typeof descriptions] as const),
  ...workKindNames.map((kind) => [workKinds[kind].description, kind] as const),
]);

/** The text key of a ledger row, found by the English description that the API returns. */
export const nameKeyOf = (description: string) => `transactions.names.${byDescription.get(description) ?? 'other'}` as const;
