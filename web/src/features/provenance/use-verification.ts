import { useEffect, useRef, useState } from 'react';
import { fileHash, type VerifyResponse } from '#shared/provenance/api.ts';
import { paths } from '#web/app/paths.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { useLocation, useNavigate } from '#web/lib/router.tsx';
import { hashOf, verifiedBytesMax, verifyHash } from './verify-calls.ts';

/** The state of a file on this device, before its hash is known. */
type LocalState = 'working' | 'tooLarge' | 'unreadable';

export type Verification = { state: LocalState } | { state: 'answered'; answer: VerifyResponse } | { state: 'failed'; code: PageErrorCode };

/**
 * Verifies the file whose hash is in the address `/verify/<sha256>`. A chosen file changes the address, so that the answer has a link.
 */
export function useVerification() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const sha256 = hashInPath(pathname);
  const [localState, setLocalState] = useState<LocalState>();
  const [outcome, setOutcome] = useState<{ sha256: string; verification: Verification }>();
  /** Increases with each chosen file, so that only the last one has an effect. */
  const count = useRef(0);

  useEffect(() => {
    if (sha256 === undefined) return;
    const abort = new AbortController();
    void ask(sha256, abort.signal).then((verification) => abort.signal.aborted || setOutcome({ sha256, verification }));
    return () => abort.abort();
  }, [sha256]);

  async function verify(file: File): Promise<void> {
    count.current += 1;
    const number = count.current;
    if (file.size > verifiedBytesMax) return setLocalState('tooLarge');
    setLocalState('working');
    const hash = await hashOf(file).catch(() => undefined);
    if (number !== count.current) return;
    if (hash === undefined) return setLocalState('unreadable');
    setLocalState(undefined);
    // The address stays the same, so the effect does not ask. This call asks again, for example after a lost connection.
    if (hash === sha256) setOutcome({ sha256: hash, verification: await ask(hash) });
    navigate(`${paths.verify}/${hash}`, { replace: true });
  }

  return { sha256, verification: localState ? { state: localState } : verificationOf(sha256, outcome), verify };
}

const ask = (sha256: string, signal?: AbortSignal): Promise<Verification> =>
  verifyHash(sha256, signal).then(
    (answer) => ({ state: 'answered', answer }),
    (error: unknown) => ({ state: 'failed', code: codeOf(error) }),
  );

function verificationOf(
  sha256: string | undefined,
  outcome: { sha256: string; verification: Verification } | undefined,
): Verification | undefined {
  if (sha256 === undefined) return undefined;
  return outcome?.sha256 === sha256 ? outcome.verification : { state: 'working' };
}

export function hashInPath(pathname: string): string | undefined {
  const text = pathname.startsWith(`${paths.verify}/`) ? pathname.slice(paths.verify.length + 1) : undefined;
  const { success, data } = fileHash.safeParse(text);
  return success ? data : undefined;
}
