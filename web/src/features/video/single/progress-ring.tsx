/** A ring that is filled up to a share from 0 to 1. Screen readers read the progress bar of the action bar instead. */
export const ProgressRing = ({ share }: { share: number }) => (
  <svg aria-hidden viewBox="0 0 72 72" className="size-18 -rotate-90" fill="none" strokeWidth={5} strokeLinecap="round">
    <circle cx={36} cy={36} r={32} className="stroke-on-media/25" />
    <circle
      cx={36}
      cy={36}
      r={32}
      pathLength={100}
      strokeDasharray={`${share * 100} 100`}
      className="stroke-brass-bright transition-[stroke-dasharray] duration-1000 ease-linear"
    />
  </svg>
);
