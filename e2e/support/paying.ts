import { startStripe, type TestStripe } from '../../server/testing/stripeServer.ts';
import { expect, type Device } from './fixtures.ts';
import { startFoyer, type Foyer } from './foyer.ts';
import { createWorld, type MadeEvent, type World } from './world.ts';

export const SECRET = 'whsec_test';
const form = {
  ...{ _id: 'form_f', type: 'form', accessId: 'faultcrd', name: 'F', language: 'en', currency: 'chf' },
  ...{ vat: 810, enabled: true, metadata: {}, extras: [] },
  options: [{ id: 'menu', name: 'Menu', clientCount: 1 }],
};

export interface Scene {
  stripe: TestStripe;
  foyer: Foyer;
  world: World;
  event: MadeEvent;
  desk: Device;
  guest: Device['page'];
}

interface SceneOptions {
  capacity?: number;
  /** Whether the event has keys of Stripe's. */
  isSetUp?: boolean;
  /** The manager's. */
  locale?: string;
}

/** A server whose event takes cards, a manager's browser and a guest's. */
export async function withScene(
  device: (options: object) => Promise<Device>,
  { capacity, isSetUp = true, locale }: SceneOptions,
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  const stripe = await startStripe('sk_test');
  const foyer = await startFoyer((url) => ({ STRIPE_API_BASE: stripe.base, PUBLIC_URL: url }));
  try {
    const world = await createWorld(foyer.url);
    const sessions = [
      {
        title: 'Dinner',
        titleFrench: 'Dîner',
        date: Date.now(),
        status: 'ongoing' as const,
        ...(capacity !== undefined && { capacity }),
      },
    ];
    const event = await world.event({ clients: 0, sessions, event: { paymentTypes: ['card', 'none'] } });
    const price = { amount: 2313, amountGross: 2500, enabled: true };
    const amounts = { [event.sessions[0]?._id ?? '']: { menu: { adult: price } } };
    const put = (path: string, body: object) => world.manager.call('PUT', path, body);
    expect((await put(`/db/${event.dbName}/form_f`, { ...form, amounts })).status).toBe(201);
    if (isSetUp)
      await put(`/db/services/${event.id}`, { _id: event.id, payments: { key: 'sk_test', secret: SECRET } });
    await expect.poll(async () => (await fetch(`${foyer.url}/desk/faultcrd`)).status).toBe(200);
    const desk = await device({ as: world.manager, url: foyer.url, ...(locale !== undefined && { locale }) });
    const { page: guest } = await device({ url: foyer.url });
    await run({ stripe, foyer, world, event, desk, guest });
  } finally {
    await foyer.dispose();
    await stripe.close();
  }
}

export async function register(
  { guest, foyer }: Pick<Scene, 'guest' | 'foyer'>,
  surname: string,
  pays: 'Card' | 'Free',
): Promise<void> {
  await guest.goto(`${foyer.url}/desk/faultcrd?lang=en`);
  await guest.getByRole('textbox', { name: 'Forename' }).first().fill('Ada');
  await guest.getByRole('textbox', { name: 'Surname' }).first().fill(surname);
  await guest.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.org');
  await guest.getByRole('radio', { name: /Menu/ }).check();
  if (pays === 'Card') await guest.getByRole('radio', { name: 'Card' }).check();
  else await guest.getByRole('radio', { name: 'No payment' }).check();
  await guest.getByRole('button', { name: 'Register' }).click();
}

export async function consumerOf({ world, event }: Scene, surname: string) {
  const all = await world.documents(event.dbName, 'consumer_');
  return all.find(({ person }) => (person as { surname?: string } | null)?.surname === surname);
}

export async function openPayments({ world, event, desk }: Scene, surname: string): Promise<void> {
  const clients = await world.documents(event.dbName, 'client_');
  const client = clients.find((one) => one['surname'] === surname);
  await desk.open(`/event/${event.id}/client/${client?._id.replace('client_', '') ?? ''}?tab=payment`);
}

export const unpaid = 'Your registration is not paid yet';
export const refunds = ({ stripe }: Scene) => stripe.done.filter(({ path }) => path === '/v1/refunds').length;
