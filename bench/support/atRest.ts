import { expect } from '@playwright/test';
import type { Api } from '../../e2e/support/http.ts';

/** Gauges that fall to nothing once the server has done all that came from what was written. */
const GAUGES = ['foyer_follower_behind_changes', 'foyer_jobs_waiting', 'foyer_jobs_running'];

/**
 * Until the server has worked through what was written: thousands of invoices to be issued take minutes, and a device
 * that looks on has news all that while.
 */
export async function atRest(manager: Api, timeout = 300_000): Promise<void> {
  const left = async (): Promise<number[]> => {
    const { status, body } = await manager.call('GET', '/metrics');
    if (status !== 200) throw new Error(`/metrics answered ${status}`);
    return GAUGES.map((name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(String(body))?.[1]));
  };
  await expect.poll(left, { timeout }).toEqual(GAUGES.map(() => 0));
}
