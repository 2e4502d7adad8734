// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  BrowserRouter,
  Link,
  type Location,
  MemoryRouter,
  Navigate,
  NavLink,
  useLocation,
  useNavigate,
  useSearchParams,
} from './router.tsx';

afterEach(cleanup);
beforeEach(() => window.history.replaceState(null, '', '/'));

function Address() {
  const { pathname, search, hash, key } = useLocation();
  return (
    <>
      <output data-testid="address">{pathname + search + hash}</output>
      <output data-testid="key">{key}</output>
    </>
  );
}

function Filter() {
  const [query, setQuery] = useSearchParams();
  return (
    <>
      <output data-testid="run">{query.get('run')}</output>
      <button type="button" onClick={() => setQuery({ run: 'a b' })}>
        set
      </button>
      <button type="button" onClick={() => setQuery({}, { replace: true })}>
        clear
      </button>
    </>
  );
}

/** Passes the location and the function `navigate` to a test during each render. */
function HookValues({ onRender }: { onRender: (hookValues: { location: Location; navigate: ReturnType<typeof useNavigate> }) => void }) {
  onRender({ location: useLocation(), navigate: useNavigate() });
  return null;
}

const shownAddress = () => screen.getByTestId('address').textContent;
const shownKey = () => screen.getByTestId('key').textContent;

/** Returns whether the router has handled a click. Prevents the test browser from opening the URL. */
function isHandledByRouter(text: string, click?: MouseEventInit): boolean {
  let isHandled = false;
  const stop = (event: Event) => {
    isHandled = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', stop, { once: true });
  fireEvent.click(screen.getByText(text), click);
  return isHandled;
}

const inBrowser = (children: ReactNode) =>
  render(
    <BrowserRouter>
      {children}
      <Address />
    </BrowserRouter>,
  );

test('a click on a link opens its page without a reload', async () => {
  inBrowser(<Link to="/pricing">Prices</Link>);
  expect(isHandledByRouter('Prices')).toBe(true);
  await act(async () => {});
  expect([shownAddress(), window.location.pathname]).toEqual(['/pricing', '/pricing']);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'the browser handles a click with %j itself',
  (click) => {
    inBrowser(<Link to="/pricing">Prices</Link>);
    expect(isHandledByRouter('Prices', click)).toBe(false);
    expect(shownAddress()).toBe('/');
  },
);

test('the router does not handle a link that opens another window, or a click whose default action is prevented', () => {
  inBrowser(
    <>
      <Link to="/pricing" target="_blank">
        New window
      </Link>
      <Link to="/pricing" onClick={(event) => event.preventDefault()}>
        Refused
      </Link>
    </>,
  );
  expect(isHandledByRouter('New window')).toBe(false);
  fireEvent.click(screen.getByText('Refused'));
  expect(shownAddress()).toBe('/');
});

test('the link to the current page has the attribute aria-current', () => {
  render(
    <MemoryRouter initialEntries={['/pricing/?lang=de']}>
      <NavLink to="/pricing">Prices</NavLink>
      <NavLink to="/history">History</NavLink>
    </MemoryRouter>,
  );
  expect(screen.getByText('Prices').getAttribute('aria-current')).toBe('page');
  expect(screen.getByText('History').hasAttribute('aria-current')).toBe(false);
});

test('a new query keeps the path, and an empty query is removed from the URL', async () => {
  render(
    <MemoryRouter initialEntries={['/history#top']}>
      <Filter />
      <Address />
    </MemoryRouter>,
  );
  await act(async () => fireEvent.click(screen.getByText('set')));
  expect([shownAddress(), screen.getByTestId('run').textContent]).toEqual(['/history?run=a+b', 'a b']);
  await act(async () => fireEvent.click(screen.getByText('clear')));
  expect(shownAddress()).toBe('/history');
});

test('the back button shows the earlier page, and a replaced URL is not in the history', async () => {
  let navigate: ReturnType<typeof useNavigate> = () => undefined;
  inBrowser(
    <HookValues
      onRender={(hookValues) => {
        navigate = hookValues.navigate;
      }}
    />,
  );
  const before = window.history.length;
  await act(async () => navigate('/pricing'));
  await act(async () => navigate('/history', { replace: true }));
  expect(window.history.length).toBe(before + 1);
  window.history.replaceState(null, '', '/account');
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
  expect(shownAddress()).toBe('/account');
});

test('each navigation gets a new key, even if the URL is the same', async () => {
  inBrowser(<Link to="/">Home</Link>);
  const keys = [shownKey()];
  for (let count = 0; count < 2; count++) {
    await act(async () => void fireEvent.click(screen.getByText('Home')));
    keys.push(shownKey());
  }
  expect(new Set(keys).size).toBe(3);
  expect(window.location.pathname).toBe('/');
});

test('a redirect replaces the URL', async () => {
  window.history.replaceState(null, '', '/nowhere');
  const before = window.history.length;
  await act(async () => void inBrowser(<Navigate to="/" replace />));
  expect([shownAddress(), window.history.length]).toEqual(['/', before]);
});

test('the first render of a prerendered page has no query, and a later render has the query', async () => {
  window.history.replaceState(null, '', '/history?tab=image#x');
  const seen: string[] = [];
  await act(
    async () =>
      void render(
        <BrowserRouter isPrerendered>
          <HookValues onRender={({ location: { search, hash } }) => void seen.push(search + hash)} />
        </BrowserRouter>,
      ),
  );
  expect(seen[0]).toBe('');
  expect(seen.at(-1)).toBe('?tab=image#x');
});

test('a link without a router throws an error', () => {
  expect(() => render(<Link to="/">Home</Link>)).toThrow('needs a router');
});
