import { job } from '../platform/job.ts';
import { repairSlots } from './repair-slots.ts';

export const handler = job('repairSlots', repairSlots);
