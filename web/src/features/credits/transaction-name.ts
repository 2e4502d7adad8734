import { deductionDescriptions, descriptions } from '#shared/credits/ledger.ts';

const keys = new Map(Object.entries({ ...descriptions, ...deductionDescriptions }).map(([key, description]) => [description, key]));

/** The key of the text for what a row of the ledger was for; the wire says it in English. */
export const whatKeyOf = (description: string): string => keys.get(description) ?? 'other';
