/** Loads and validates the rules of all placements. The rules are data in rules/, so that a new rule needs no change of the code. */
import { type PlacementId, placementIds, ruleFiles } from './rule-files.ts';
import { type Placement, placementSchema } from './schema.ts';

/** @throws if a file does not match the schema. */
export const placements: readonly Placement[] = placementIds.map((id) => placementSchema.parse(ruleFiles[id]));

const placementsById = new Map(placements.map((placement) => [placement.id, placement]));

export const placementOf = (id: PlacementId): Placement => placementsById.get(id) as Placement;
