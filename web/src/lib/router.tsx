/**
 * Navigation between the pages without a reload. The exports have the same names and effects as in React Router. The site has only fixed
 * paths, so this file replaces a package of 13 kB (docs/decisions/025-prerender-pages-in-the-build.md).
 */
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';

export type Location = {
  /** The path without a slash at the end. */
  pathname: string;
  search: string;
  hash: string;
  /** Changes with each navigation, even if the URL stays the same. */
  key: string;
};

type NavigateOptions = { replace?: boolean | undefined };
type NavigateFunction = (to: string, options?: NavigateOptions) => void;

/** There are two contexts. So links need not render again when the location changes. */
const NavigationContext = createContext<{ readLocation: () => Location; navigate: NavigateFunction } | undefined>(undefined);
const LocationContext = createContext<Location | undefined>(undefined);

/** @throws if there is no router around the component. */
function requireRouter<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A link or a location needs a router around it');
  return value;
}

export const useLocation = (): Location => requireRouter(useContext(LocationContext));
const useNavigation = () => requireRouter(useContext(NavigationContext));

/** Returns a function that opens a URL of the site. All renders get the same function. */
export const useNavigate = (): NavigateFunction => useNavigation().navigate;

export function useSearchParams(): [URLSearchParams, (query: Record<string, string> | URLSearchParams, options?: NavigateOptions) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const setQuery = useCallback(
    (next: Record<string, string> | URLSearchParams, options?: NavigateOptions) => navigate(`?${new URLSearchParams(next)}`, options),
    [navigate],
  );
  return [query, setQuery];
}

/** The place where the router stores the current URL: in the window or, if there is no window, in memory. */
type AddressBar = {
  read(): Location;
  write(address: string, options: { replace: boolean }): void;
  /** Calls the listener when the user goes back or forward. */
  listen(listener: () => void): () => void;
};

const withoutEndSlash = (pathname: string): string => pathname.replace(/(.)\/+$/, '$1');

function locationOf(address: string, key: string): Location {
  const { pathname, search, hash } = new URL(address, 'http://page');
  return { pathname: withoutEndSlash(pathname), search, hash, key };
}

/** Returns the complete URL. If `to` starts with `?` or `#`, the result has the path of the current URL. */
function resolve(to: string, { pathname, search }: Location): string {
  const url = new URL(to, `http://page${pathname}${search}`);
  return url.pathname + url.search + url.hash;
}

let navigationCount = 0;
const newKey = (): string => `navigation ${++navigationCount}`;

const windowAddress: AddressBar = {
  read() {
    const { pathname, search, hash } = window.location;
    const { key } = (window.history.state ?? {}) as { key?: unknown };
    return { pathname: withoutEndSlash(pathname), search, hash, key: String(key ?? 'first') };
  },
  write(address, { replace }) {
    const state = { key: newKey() };
    if (replace) window.history.replaceState(state, '', address);
    else window.history.pushState(state, '', address);
  },
  listen(listener) {
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  },
};

type RouterProps = {
  addressBar: AddressBar;
  /** Hides the query and the hash during the first render, because the build prerenders each page without them. */
  isPrerendered?: boolean;
  children: ReactNode;
};

function Router({ addressBar, isPrerendered = false, children }: RouterProps) {
  const [location, setLocation] = useState<Location>(() =>
    isPrerendered ? { ...addressBar.read(), search: '', hash: '' } : addressBar.read(),
  );
  // A transition keeps the old page on the screen until the texts of the new page have loaded.
  const navigate = useCallback<NavigateFunction>(
    (to, { replace = false } = {}) => {
      addressBar.write(resolve(to, addressBar.read()), { replace });
      startTransition(() => setLocation(addressBar.read()));
    },
    [addressBar],
  );
  useEffect(() => {
    const update = () => startTransition(() => setLocation(addressBar.read()));
    const { search, hash } = addressBar.read();
    if (isPrerendered && search + hash !== '') update();
    return addressBar.listen(update);
  }, [addressBar, isPrerendered]);
  const navigation = useMemo(() => ({ readLocation: addressBar.read, navigate }), [addressBar, navigate]);
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={location}>{children}</LocationContext>
    </NavigationContext>
  );
}

export const BrowserRouter = ({ isPrerendered, children }: Omit<RouterProps, 'addressBar'>) => (
  <Router addressBar={windowAddress} isPrerendered={isPrerendered}>
    {children}
  </Router>
);

/** A router without a window. The build uses it to prerender a page, and tests use it too. */
export function MemoryRouter({ initialEntries = ['/'], children }: { initialEntries?: readonly [string]; children: ReactNode }) {
  const [addressBar] = useState<AddressBar>(() => {
    let current = locationOf(initialEntries[0], 'first');
    return {
      read: () => current,
      write(address) {
        current = locationOf(address, newKey());
      },
      listen: () => () => undefined,
    };
  });
  return <Router addressBar={addressBar}>{children}</Router>;
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  NavigateOptions & { to: string; ref?: Ref<HTMLAnchorElement> | undefined };

/** Whether the browser must handle a click itself, for example to open a new tab. */
const isForBrowser = (event: MouseEvent<HTMLAnchorElement>, target: string | undefined): boolean =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.altKey ||
  event.shiftKey ||
  (target !== undefined && target !== '_self');

export function Link({ to, replace, onClick, target, ...rest }: LinkProps) {
  const { readLocation, navigate } = useNavigation();
  return (
    <a
      {...rest}
      href={resolve(to, readLocation())}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event, target)) return;
        event.preventDefault();
        const { pathname, search, hash } = readLocation();
        navigate(to, { replace: replace ?? resolve(to, readLocation()) === pathname + search + hash });
      }}
    />
  );
}

/** A link that gets the attribute `aria-current` on its own page. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  return <Link {...rest} to={to} aria-current={pathname === to ? 'page' : undefined} />;
}

/** Opens another URL as soon as this component is rendered. */
export function Navigate({ to, replace }: { to: string } & NavigateOptions) {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
