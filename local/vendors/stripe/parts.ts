/** The parts of the stand-in that its routes use. */
import type { Events } from './events.ts';
import type { StripeScript } from './faults.ts';
import type { Payments } from './payments.ts';
import type { Store } from './store.ts';

export type Parts = { store: Store; script: StripeScript; events: Events; payments: Payments; baseUrl: string };
