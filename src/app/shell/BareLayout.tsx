import { Outlet } from 'react-router-dom';

/** Login, scan and check-in: no sidebar, no header (specification 1 §2). */
export function BareLayout() {
  return (
    <main>
      <Outlet />
    </main>
  );
}
