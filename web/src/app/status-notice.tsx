import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { statusMessage, statusPath, statusSecondsMax } from '#shared/status.ts';

/** An open page reads the status file again after this time. */
const readEveryMs = 5 * 60_000;

/** Returns the message that the operators publish during an outage. Every page shows this message. */
function useStatusMessage(): string | undefined {
  const [message, setMessage] = useState<string>();
  useEffect(() => {
    let isUnmounted = false;
    let readAt = 0;
    const read = async () => {
      if (document.hidden || Date.now() - readAt < statusSecondsMax * 1_000) return;
      readAt = Date.now();
      // If the network fails, the page keeps the last message.
      const response = await fetch(statusPath, { cache: 'no-cache' }).catch(() => undefined);
      if (!response) return;
      const content: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
      if (!isUnmounted) setMessage(statusMessage(content));
    };
    void read();
    const timer = window.setInterval(() => void read(), readEveryMs);
    const readNow = () => void read();
    document.addEventListener('visibilitychange', readNow);
    return () => {
      isUnmounted = true;
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', readNow);
    };
  }, []);
  return message;
}

/** The notice about an outage, above the header. The text is in the language in which the operators wrote it. */
export function StatusNotice() {
  const message = useStatusMessage();
  return (
    <div role="status">
      {message && (
        <p className="flex items-start justify-center gap-2 border-b border-brass bg-brass-soft px-4 py-2 text-base text-brass">
          <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          <span className="min-w-0 max-w-4xl whitespace-pre-line">{message}</span>
        </p>
      )}
    </div>
  );
}
