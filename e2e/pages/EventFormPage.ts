import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

export interface SessionEntry {
  title: string;
  titleFrench?: string;
  start?: [hours: string, minutes: string];
}

/** Creation and update have the same form. */
export class EventFormPage {
  readonly title: Locator;
  readonly titleFrench: Locator;
  readonly company: Locator;
  readonly location: Locator;
  readonly contact: Locator;
  readonly invoicePrefix: Locator;
  readonly adminContact: Locator;
  readonly addSession: Locator;
  readonly create: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  readonly preview: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.title = page.getByLabel(t('eventForm.title')).first();
    this.titleFrench = page.getByLabel(t('eventForm.titleFrench'), { exact: true });
    this.company = page.getByLabel(t('eventForm.company'), { exact: true });
    this.contact = page.getByLabel(t('eventForm.contact'), { exact: true });
    this.location = page.getByLabel(t('eventForm.location'), { exact: true });
    this.invoicePrefix = page.getByLabel(t('eventForm.invoicePrefix'), { exact: true });
    this.adminContact = page.getByLabel(t('eventForm.adminContact'), { exact: true });
    this.addSession = page.getByRole('button', { name: t('eventForm.addSession') });
    this.create = page.getByRole('button', { name: t('eventForm.submitCreate') });
    this.save = page.getByRole('button', { name: t('eventForm.submitUpdate'), exact: true });
    this.cancel = page.getByRole('button', { name: t('common.cancel') });
    this.preview = page.getByRole('img', { name: t('eventForm.picturePreview') });
  }

  async openNew(): Promise<void> {
    await this.device.open('/event/new');
    await expect(this.create).toBeVisible();
  }
  async openUpdate(eventId: string): Promise<void> {
    await this.device.open(`/event/${eventId}/update`);
    await expect(this.save).toBeVisible();
  }
  payment(type: 'card' | 'cash' | 'transfer'): Locator {
    return this.device.page.getByRole('checkbox', { name: this.device.t(`paymentTypes.${type}`) });
  }
  session(n: number): Locator {
    return this.device.page.getByRole('group', {
      name: this.device.t('eventForm.sessionN', { n }),
      exact: true,
    });
  }
  sessionTitle(n: number): Locator {
    return this.session(n).getByLabel(this.device.t('eventForm.sessionTitle')).first();
  }
  sessionDate(n: number): Locator {
    return this.session(n).getByLabel(this.device.t('eventForm.date'));
  }
  async fillSession(n: number, entry: SessionEntry): Promise<void> {
    const { t } = this.device;
    await this.sessionTitle(n).fill(entry.title);
    if (entry.titleFrench !== undefined) {
      await this.session(n).getByLabel(t('eventForm.sessionTitleFrench')).fill(entry.titleFrench);
    }
    if (entry.start !== undefined) {
      const [hours, minutes] = entry.start;
      await this.session(n)
        .getByLabel(t('common.labelled', { label: t('eventForm.timeStart'), value: t('eventForm.hours') }))
        .fill(hours);
      await this.session(n)
        .getByLabel(t('common.labelled', { label: t('eventForm.timeStart'), value: t('eventForm.minutes') }))
        .fill(minutes);
    }
  }
  removeSession(n: number): Promise<void> {
    return this.device.page
      .getByRole('button', { name: this.device.t('eventForm.removeSession', { n }) })
      .click();
  }
  async choosePicture(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.device.page.getByLabel(this.device.t('eventForm.choosePicture')).setInputFiles(file);
  }
  /** What the form says at a field. */
  problem(field: Locator): Promise<string | null> {
    return field.evaluate((element) => {
      const ids = (element.getAttribute('aria-describedby') ?? '').split(' ');
      return (
        ids
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ')
          .trim() || null
      );
    });
  }
}
