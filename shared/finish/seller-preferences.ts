/** The marketplaces of a seller, and the settings for their files (docs/spec.md 3.4). PUT /api/account/marketplaces stores them. */
import * as z from 'zod';
import { lengthenWays, shadowChoices } from '../marketplaces/plan.ts';
import { placementIds } from '../marketplaces/rule-files.ts';

/** A colour as `#RRGGBB`. */
export const cardColour = z
  .string()
  .max(7)
  .regex(/^#[0-9a-f]{6}$/i)
  .transform((colour) => colour.toUpperCase());

export const saveMarketplacesRequest = z.object({
  /** Each delivered result shows whether it satisfies the rules of these placements. */
  placements: z
    .array(z.enum(placementIds))
    .max(placementIds.length)
    .transform((ids) => [...new Set(ids)]),
  lengthen: z.enum(lengthenWays),
  cardColour,
  shadow: z.enum(shadowChoices),
});
