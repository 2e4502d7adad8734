import { TriangleAlert } from 'lucide-react';

/** Says while something is made what that means for the page. */
export function GeneratingBanner({ text }: { text: string }) {
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-md border border-brass/40 bg-brass-soft px-4 py-2.5 text-sm text-brass">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
