import type { ComponentType, ReactElement, ReactNode } from 'react';
import { Navigate, Outlet, redirect, type RouteObject } from 'react-router-dom';
import type { AppData } from '#data/types.ts';
import { useCodesFirst, useOpenLogin } from '#hooks/data/session.ts';
import { rememberWanted } from '#hooks/platform/wantedPage.ts';
import { loadChunk } from '#ui/platform/loadChunk.ts';
import { redirectFor, ROUTE_IDS, ROUTES, type RouteId } from '#ui/paths.ts';
import { ErrorPage } from '../ErrorPage.tsx';
import { BareLayout } from '../shell/BareLayout.tsx';
import { RootLayout } from '../RootLayout.tsx';
import { Splash } from '../Splash.tsx';
import type * as gatesModule from './gates.tsx';
import { RouteTitle } from './RouteTitle.tsx';
import { SCREENS, type ScreenLoader } from './screens.ts';
import type { RouteHandle } from './useRouteId.ts';

interface RouterParts {
  data: AppData;
  /** Other screens in tests. */
  screens?: Record<RouteId, ScreenLoader>;
  onChunkRetry?: () => void;
  /** Those of the screens behind the login; without it they are there already. */
  loadWords?: () => Promise<void>;
}

/** What these show is among the words that the app starts with (src/i18n/en/first.ts). */
const FIRST_SCREENS: ReadonlySet<RouteId> = new Set(['login', 'pair']);

type Gates = Pick<typeof gatesModule, 'ConsumerGate' | 'EventGate' | 'SessionGate'>;
const loadGates = (): Promise<Gates> => import('./gates.tsx');

const EVENT_PATH = ROUTES.event.path;
const below = (id: RouteId, base: string): boolean =>
  ROUTES[id].path === base || ROUTES[id].path.startsWith(`${base}/`);

/**
 * The routes of paths.ts as the router takes them. A loader judges the visitor's rights first and only then loads the
 * screen's code, so a refused visit costs nothing; the guard around the screen watches for a logout or a new role.
 */
export function createRoutes({
  data,
  screens = SCREENS,
  onChunkRetry,
  loadWords,
}: RouterParts): RouteObject[] {
  const loaded = new Map<RouteId, ComponentType>();
  let gates: Gates | null = null;

  function routeOf(id: RouteId): RouteObject {
    function Screen() {
      const Component = loaded.get(id);
      return (
        <Guard id={id}>
          <RouteTitle id={id} />
          {Component && gated(id, gates, <Loaded component={Component} />)}
        </Guard>
      );
    }
    return {
      path: ROUTES[id].path,
      handle: { id } satisfies RouteHandle,
      errorElement: <ErrorPage />,
      async loader({ request }) {
        const { login } = data;
        const target = redirectFor(id, login.get()?.user.role ?? null, login.codesFirst.get() !== null);
        if (target === ROUTES.login.path) rememberWanted(id === 'home' ? null : addressOf(request));
        if (target !== null) return redirect(target);
        const [screen] = await Promise.all([
          loaded.get(id) ?? loadChunk(screens[id], onChunkRetry),
          loadWords && !FIRST_SCREENS.has(id) && loadChunk(loadWords, onChunkRetry),
        ]);
        loaded.set(id, screen);
        return null;
      },
      Component: Screen,
    };
  }

  const layout = (kind: 'shell' | 'bare'): RouteObject[] => {
    const ids = ROUTE_IDS.filter((id) => ROUTES[id].layout === kind);
    return [
      ...ids.filter((id) => !below(id, EVENT_PATH)).map(routeOf),
      {
        path: EVENT_PATH,
        // Only for somebody who may see an event: the login page does without.
        async loader() {
          if (data.login.get() !== null) gates ??= await loadChunk(loadGates, onChunkRetry);
          return null;
        },
        Component: () => (gates === null ? <Outlet /> : <gates.EventGate />),
        errorElement: <ErrorPage />,
        children: ids.filter((id) => below(id, EVENT_PATH)).map(routeOf),
      },
    ];
  };

  let Shell: ComponentType | null = null;
  const loadShell = async (): Promise<ComponentType> => (await import('../shell/Shell.tsx')).Shell;
  const shell: RouteObject = {
    // Beside the screen's code, and only for somebody who may see a screen with a shell.
    async loader() {
      if (data.login.get() === null) return null;
      const words = loadWords && loadChunk(loadWords, onChunkRetry);
      [Shell] = await Promise.all([Shell ?? loadChunk(loadShell, onChunkRetry), words]);
      return null;
    },
    Component: () => (Shell === null ? <Outlet /> : <Shell />),
    errorElement: <ErrorPage />,
    children: layout('shell'),
  };

  return [
    {
      element: <RootLayout />,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <Splash />,
      children: [
        shell,
        { element: <BareLayout />, children: layout('bare') },
        { path: '*', element: <Navigate to={ROUTES.home.path} replace /> },
      ],
    },
  ];
}

/** The router keeps the part after `#` to itself; of the page that was opened by its link the browser still has it. */
function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  const isOpened = location.pathname === pathname && location.search === search;
  return pathname + search + (isOpened ? location.hash : '');
}

const Loaded = ({ component: Component }: { component: ComponentType }) => <Component />;

/** Sends the visitor away the moment the route is no longer theirs. */
function Guard({ id, children }: { id: RouteId; children: ReactNode }) {
  const target = redirectFor(id, useOpenLogin()?.user.role ?? null, useCodesFirst() !== null);
  return target === null ? children : <Navigate to={target} replace />;
}

function gated(id: RouteId, gates: Gates | null, screen: ReactElement) {
  const { path } = ROUTES[id];
  if (gates === null) return screen;
  const { ConsumerGate, SessionGate } = gates;
  if (path.includes(':sessionId')) return <SessionGate>{screen}</SessionGate>;
  if (path.includes(':consumerId')) return <ConsumerGate>{screen}</ConsumerGate>;
  return screen;
}
