import { expect, type Locator } from '@playwright/test';
import type { SeatRef } from '#domain/plan/hit.ts';
import type { Point } from '#domain/plan/geometry.ts';
import { seatsOnPlan } from '#domain/plan/hit.ts';
import { clampViewport, scaleOf, wholePlan, type Viewport } from '#domain/plan/viewport.ts';
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
  /** Where a seat is, from the canvas's top left: on the whole plan, or in the given view of it. */
  async at({ tableId, seatIndex }: SeatRef, view?: Viewport): Promise<{ x: number; y: number }> {
    const table = this.plan.state.tables[tableId];
    const seat = table && seatsOnPlan(table)[seatIndex];
    if (seat === undefined) throw new Error('no such seat');
    return this.spot(seat, view);
  }
  private async spot(point: Point, view: Viewport = wholePlan(this.plan)): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('no plan in sight');
    // The border is not part of the drawing.
    const size = { width: box.width - 2, height: box.height - 2 };
    const seen = clampViewport(this.plan, size, view);
    const scale = scaleOf(this.plan, size, seen);
    return {
      x: 1 + size.width / 2 + (point.x - seen.x) * scale,
      y: 1 + size.height / 2 + (point.y - seen.y) * scale,
    };
  }
  /** On the table itself, beside its seats. */
  async tapTable(tableId: string): Promise<void> {
    const table = this.plan.state.tables[tableId];
    if (table === undefined) throw new Error('no such table');
    await this.canvas.click({ position: await this.spot(table.position) });
  }
  /** The mouse, over the table itself. */
  async moveTo(tableId: string): Promise<void> {
    const table = this.plan.state.tables[tableId];
    const box = await this.canvas.boundingBox();
    if (table === undefined || box === null) throw new Error('no such table');
    const { x, y } = await this.spot(table.position);
    await this.device.page.mouse.move(box.x + x, box.y + y, { steps: 5 });
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
  /** Where a seat is in the window. */
  async inWindow(seat: SeatRef, view?: Viewport): Promise<{ x: number; y: number }> {
    const [box, spot] = [await this.canvas.boundingBox(), await this.at(seat, view)];
    return { x: (box?.x ?? 0) + spot.x, y: (box?.y ?? 0) + spot.y };
  }
  guest(name: string): Locator {
    return this.device.page.getByRole('button', {
      name: this.device.t('seating.pick', { name }),
      exact: true,
    });
  }
  /** What is said of a seat once it was picked. */
  card(table: number, seat: number): Locator {
    const title = this.device.t('seating.atSeat', {
      place: this.device.t('seating.tableTitle', { table }),
      seat,
    });
    return this.device.page.getByRole('region', { name: title, exact: true });
  }
  /** What is said of a table once it was picked. */
  tableCard(table: number): Locator {
    const title = this.device.t('seating.tableTitle', { table });
    return this.device.page.getByRole('region', { name: title, exact: true });
  }
  act(action: 'move' | 'swap' | 'moveParty' | 'putOnTable'): Locator {
    return this.device.page.getByRole('button', { name: this.device.t(`seating.${action}`), exact: true });
  }
  async expectPrompt(key: 'promptPlace' | 'promptMove' | 'promptSwap', name: string): Promise<void> {
    await expect(this.device.page.getByText(this.device.t(`seating.${key}`, { name }))).toBeVisible();
  }
  async expectFilled(placed: number, seats: number): Promise<void> {
    await expect(this.device.page.getByText(this.device.t('seating.rate', { placed, seats }))).toBeVisible();
  }
}
