/** The dark display area (stage) of every tool: its background with a bright middle, and its text colour. */
export const stageClass = 'bg-media bg-[radial-gradient(85%_70%_at_50%_48%,rgb(217_179_108/0.34),transparent)] text-on-media';
