import { repairSlots } from './repair-slots.ts';

export const handler = () => repairSlots(new Date());
