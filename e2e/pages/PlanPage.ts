import { expect, type Locator } from '@playwright/test';
import type { SeatRef } from '#domain/planHit.ts';
import { seatsOnPlan } from '#domain/planHit.ts';
import { scaleOf, wholePlan } from '#domain/planViewport.ts';
import type { Plan } from '#domain/documents/session.ts';
import type { Device } from '../support/device.ts';

/** The seating plan, where seats are given. */
export class PlanPage {
  readonly canvas: Locator;
  readonly search: Locator;
  readonly undo: Locator;
  private readonly device: Device;
  private readonly plan: Plan;

  constructor(device: Device, plan: Plan) {
    const { page, t } = device;
    this.device = device;
    this.plan = plan;
    this.canvas = page.getByRole('region', { name: t('seating.canvas') });
    this.search = page.getByRole('searchbox', { name: t('seating.search') });
    this.undo = page.getByRole('button', { name: t('seating.undo'), exact: true });
  }

  async open(eventId: string, sessionId: string): Promise<void> {
    await this.device.open(`/event/${eventId}/session/${sessionId.replace('session_', '')}/plan`);
  }
  /** Where a seat is on the whole plan, from the canvas's top left. */
  async at({ tableId, seatIndex }: SeatRef): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    const table = this.plan.state.tables[tableId];
    const seat = table && seatsOnPlan(table)[seatIndex];
    if (box === null || seat === undefined) throw new Error('no such seat in sight');
    // The border is not part of the drawing.
    const size = { width: box.width - 2, height: box.height - 2 };
    const view = wholePlan(this.plan);
    const scale = scaleOf(this.plan, size, view);
    return {
      x: 1 + size.width / 2 + (seat.x - view.x) * scale,
      y: 1 + size.height / 2 + (seat.y - view.y) * scale,
    };
  }
  async tapSeat(seat: SeatRef): Promise<void> {
    await this.canvas.click({ position: await this.at(seat) });
  }
  async dragSeat(from: SeatRef, to: SeatRef): Promise<void> {
    const box = await this.canvas.boundingBox();
    const [start, end] = [await this.at(from), await this.at(to)];
    const { mouse } = this.device.page;
    await mouse.move((box?.x ?? 0) + start.x, (box?.y ?? 0) + start.y);
    await mouse.down();
    await mouse.move((box?.x ?? 0) + end.x, (box?.y ?? 0) + end.y, { steps: 5 });
    await mouse.up();
  }
  guest(name: string): Locator {
    return this.device.page.getByRole('button', {
      name: this.device.t('seating.pick', { name }),
      exact: true,
    });
  }
  /** What is said of a seat once it was picked. */
  card(table: number, seat: number): Locator {
    const title = this.device.t('seating.seatTitle', { table, seat });
    return this.device.page.getByRole('region', { name: title, exact: true });
  }
  act(action: 'move' | 'swap' | 'moveParty'): Locator {
    return this.device.page.getByRole('button', { name: this.device.t(`seating.${action}`), exact: true });
  }
  async expectPrompt(key: 'promptPlace' | 'promptMove' | 'promptSwap', name: string): Promise<void> {
    await expect(this.device.page.getByText(this.device.t(`seating.${key}`, { name }))).toBeVisible();
  }
  async expectFilled(placed: number, seats: number): Promise<void> {
    await expect(this.device.page.getByText(this.device.t('seating.rate', { placed, seats }))).toBeVisible();
  }
}
