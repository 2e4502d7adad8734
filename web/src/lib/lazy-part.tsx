import { type ComponentType, lazy, type ReactNode, useEffect } from 'react';
import { firstUse, isPagePrerendered } from './first-use.ts';

export type Fetch<Props> = () => Promise<ComponentType<Props>>;

/**
 * Returns two values: a component whose file loads separately, and a function that starts to load the file. After the file has loaded, the
 * component renders immediately. So the hydration of the prerendered elements shows no loading state. A failed load can be repeated.
 */
export function lazyPart<Props extends object>(fetch: Fetch<Props>) {
  let loading: Promise<void> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const load = (): Promise<void> => {
    loading ??= fetch().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Part = lazy(() => {
    const component = loaded;
    // React calls `then` of this value immediately, so that a loaded component does not suspend.
    // biome-ignore lint/suspicious/noThenProperty: React expects an object with `then`.
    if (component) return { then: (resolve: (module: unknown) => void) => resolve({ default: component }) } as never;
    return load().then(() => ({ default: loaded as ComponentType<Props> }));
  });
  return { Part, load };
}

function signal(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((onSignal) => {
    resolve = onSignal;
  });
  return { promise, resolve };
}

/** A part that waits for the first use of the page. */
type WaitingPart = {
  path: string | undefined;
  load: () => Promise<void>;
  /** Resolves after the hydration of the part. */
  taken: Promise<void>;
};
const waitingParts = new Set<WaitingPart>();

type WaitingOptions = {
  /** The only page with this part. */
  path?: string;
  /** On a page that was not prerendered, the part waits for this function instead of the first use. */
  waitIfNotPrerendered?: () => Promise<void>;
};

function Mounted({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  useEffect(onMount, [onMount]);
  return children;
}

/** Returns a part whose file loads when a visitor first uses a prerendered page. Until then, the page shows the prerendered elements. */
export function partAtFirstUse<Props extends object>(fetch: Fetch<Props>, { path, waitIfNotPrerendered }: WaitingOptions = {}) {
  let isWanted = false;
  const wanted = signal();
  const taken = signal();
  const { Part, load } = lazyPart(async () => {
    if (!isWanted) await (isPagePrerendered() ? Promise.race([firstUse, wanted.promise]) : waitIfNotPrerendered?.());
    const Component = await fetch();
    return (props: Props) => (
      <Mounted onMount={taken.resolve}>
        <Component {...props} />
      </Mounted>
    );
  });
  waitingParts.add({
    path,
    taken: taken.promise,
    load: () => {
      isWanted = true;
      wanted.resolve();
      return load();
    },
  });
  return Part;
}

const partsOf = (currentPath: string) => [...waitingParts].filter(({ path }) => path === undefined || path === currentPath);

/** Loads all parts of a page that wait for the first use. */
export const loadWaitingParts = async (path: string): Promise<void> => {
  await Promise.all(partsOf(path).map(({ load }) => load()));
};

/**
 * Waits until the hydration of all parts of a prerendered page has ended. A change of the language must wait for this, because React
 * compares the first render of a part with the prerendered elements.
 */
export async function takeOverWaitingParts(path: string): Promise<void> {
  if (!isPagePrerendered()) return;
  await loadWaitingParts(path);
  await Promise.all(partsOf(path).map(({ taken }) => taken));
}
