import { Button } from '#web/ui/button.tsx';
import { useFurtherWork } from './further-work.tsx';
import type { ReviewItem } from './review-item.ts';

/** The buttons that open another tool with a delivered image as its photo. */
export function ChainActions({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const tools = useFurtherWork(item);
  if (tools.length === 0) return null;
  return (
    <div className="mt-2 -mx-3 flex flex-wrap">
      {tools.map(({ path, label, icon, start }) => (
        <Button
          key={path}
          kind="quiet"
          size="small"
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
