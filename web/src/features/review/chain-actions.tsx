import { Button } from '#web/ui/button.tsx';
import { useFurtherWork } from './further-work.tsx';
import type { ReviewItem } from './review-item.ts';

/** The buttons that open another tool with a delivered image as its photo. */
export function ChainActions({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const tools = useFurtherWork(item);
  if (tools.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {tools.map(({ path, label, icon, start }) => (
        <Button
          key={path}
          kind="quiet"
          size="small"
          className="border border-line"
          onClick={() => {
            onClose();
            start();
          }}
        >
          {icon}
          {label}
        </Button>
      ))}
    </div>
  );
}
