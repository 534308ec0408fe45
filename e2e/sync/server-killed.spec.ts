import { CheckinPage } from '../pages/CheckinPage.ts';
import { expect, test } from '../support/fixtures.ts';
import { atTheDoor } from '../support/world.ts';

test('a server killed while two doors write and restarted has lost nothing', async ({
  device,
  ownFoyer,
  ownWorld: world,
}) => {
  test.setTimeout(240_000);
  const { host, event, session, names } = await atTheDoor(world, { clients: 24 });
  const doors = await Promise.all(
    [world.manager, host].map(async (person) => {
      const checkin = new CheckinPage(await device({ as: person, url: ownFoyer.url }));
      await checkin.open(event.id, session._id);
      await checkin.expectSynced();
      return checkin;
    }),
  );
  const shares = [names.slice(0, 6), names.slice(6, 12)];
  const admitted: string[] = [];
  const before = ownFoyer.pid;
  const turns: Promise<void>[] = [];
  await Promise.all(
    doors.map(async (door, index) => {
      for (const name of shares[index] ?? []) {
        await door.admit(name);
        admitted.push(name);
        // Right after a write was shown: the exchange with the server is under way.
        if (admitted.length === 6) turns.push(ownFoyer.kill());
        if (admitted.length === 9) turns.push(Promise.all(turns).then(() => ownFoyer.restart()));
      }
    }),
  );
  await Promise.all(turns);
  expect(ownFoyer.pid).not.toBe(before);

  for (const door of doors) {
    // A device asks a silent server again after up to 30 seconds.
    await door.expectSynced(45_000);
    await door.expectCounter(12, session.clients.length);
  }
  const checkins = await world.checkins(event);
  const clientIds = new Set(checkins.map(({ clientId }) => clientId));
  expect(checkins).toHaveLength(12);
  const idOf = (name: string) =>
    event.clients.find(({ forename, surname }) => `${forename} ${surname}` === name)?._id;
  expect(clientIds).toEqual(new Set(admitted.map(idOf)));
  await expect
    .poll(async () => {
      const [stored] = await world.sessions(event);
      return stored?.clients.filter(({ checkInTime }) => checkInTime !== null).length;
    })
    .toBe(12);
});
