import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeAppData } from '#app/testing/fakeAppData.ts';
import { admittedAt } from '#app/testing/otherDoor.ts';
import { renderApp } from '#app/testing/renderApp.tsx';
import { galaCentral, galaDocuments } from '#app/testing/scene.ts';
import { SCREENS } from '#app/routes/screens.ts';
import type { Language } from '#domain/config.ts';

const otto = {
  _id: 'client_otto',
  _rev: '1-a',
  type: 'client',
  forename: 'Otto',
  surname: 'Anders',
  number: 'A-9',
};
/** Ada sits at table 7, on the third seat. */
const documents = [...galaDocuments, otto].map((doc) =>
  doc['_id'] === 'session_dinner'
    ? {
        ...doc,
        clients: [
          {
            clientId: 'client_ada',
            checkInTime: null,
            updatedTime: 1,
            placement: { tableId: 'one', seatIndex: 2, onTable: false },
          },
          { clientId: 'client_leo', checkInTime: null, updatedTime: 1 },
        ],
        plan: {
          ratio: 1.6,
          state: {
            nextTableIndex: 2,
            tables: { one: { type: 'circle', number: 7, position: { x: 0, y: 0 }, seats: 8 } },
          },
        },
      }
    : doc,
);

/** A device whose camera answers so. */
function camera(answer: 'denied' | 'none' | 'missing' | { torch: boolean }) {
  const stop = vi.fn<() => void>();
  const applyConstraints = vi.fn<(constraints: object) => Promise<void>>(async () => undefined);
  const track = {
    stop,
    applyConstraints,
    addEventListener: () => undefined,
    getCapabilities: () => (typeof answer === 'object' && answer.torch ? { torch: true } : {}),
  };
  const getUserMedia = vi.fn<(wanted: MediaStreamConstraints) => Promise<object>>(async () => {
    if (answer === 'denied') throw new DOMException('no', 'NotAllowedError');
    if (answer === 'none') throw new DOMException('none', 'NotFoundError');
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  });
  vi.stubGlobal('navigator', {
    userAgent: 'Test',
    language: 'en',
    ...(answer === 'missing' ? {} : { mediaDevices: { getUserMedia } }),
  });
  return { getUserMedia, stop, applyConstraints };
}

beforeEach(() => {
  localStorage.clear();
  // What jsdom lacks: a camera's picture is never read here, e2e/door/scan.spec.ts does that.
  vi.stubGlobal(
    'Worker',
    class {
      addEventListener = () => undefined;
      postMessage = () => undefined;
      terminate = () => undefined;
    },
  );
  vi.stubGlobal('createImageBitmap', async () => ({}));
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

async function scanner(language: Language = 'en', docs = documents, screens = SCREENS) {
  const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: docs } });
  const view = await renderApp(data, { path: '/event/gala/session/dinner/scan', language, screens });
  await screen.findByRole('switch', { name: /scanner/ });
  await act(async () => undefined);
  return { data, ...view };
}
/** As a scanner that types. */
function type(code: string): void {
  for (const key of [...code.split(''), 'Enter'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
}
const verdict = async (kind: string) => {
  await waitFor(() => expect(screen.getByTestId('scan-verdict').dataset['kind']).toBe(kind));
  return within(screen.getByTestId('scan-verdict'));
};

describe('the scanner', () => {
  it.each([
    ['en', 'The app is not allowed to access the camera.'],
    ['fr', 'L’application n’est pas autorisée à accéder à la caméra.'],
  ] as const)('[SCAN-09] says that the camera is not allowed (%s)', async (language, message) => {
    camera('denied');
    await scanner(language);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText(message).closest('[role=alert]')).not.toBeNull();
  });

  it.each([
    ['en', 'none', 'Your device is not supported.'],
    ['fr', 'none', 'Votre appareil n’est pas pris en charge.'],
    ['en', 'missing', 'Your device is not supported.'],
    ['fr', 'missing', 'Votre appareil n’est pas pris en charge.'],
  ] as const)('[SCAN-10] says that the device cannot scan (%s, %s)', async (language, how, message) => {
    camera(how);
    await scanner(language);
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('opens the camera on the back, and tries again when asked', async () => {
    const { getUserMedia } = camera('denied');
    await scanner();
    expect(getUserMedia.mock.lastCall?.[0].video).toMatchObject({
      facingMode: 'environment',
      width: { ideal: 1280 },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
  });

  it('[SCAN-02] switches the light, where the camera has one', async () => {
    const { applyConstraints } = camera({ torch: true });
    await scanner();
    const light = await screen.findByRole('button', { name: 'Switch the light on' });
    fireEvent.click(light);
    expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch the light off', pressed: true }));
    expect(applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: false }] });
  });

  it('[SCAN-02] shows no light where there is none', async () => {
    camera({ torch: false });
    await scanner();
    await screen.findByText('Hold the code inside the frame');
    expect(screen.queryByRole('button', { name: /light/ })).toBeNull();
  });

  it('[SCAN-03] closes back to check-in and lets the camera go', async () => {
    const { stop } = camera({ torch: false });
    const { path } = await scanner();
    await screen.findByText('Hold the code inside the frame');
    fireEvent.click(screen.getByRole('link', { name: 'Close the scanner' }));
    await waitFor(() => expect(path()).toBe('/event/gala/session/dinner/checkin'));
    await waitFor(() => expect(stop).toHaveBeenCalled());
  });

  it('lets the camera go while the page is hidden', async () => {
    const { stop, getUserMedia } = camera({ torch: false });
    await scanner();
    await screen.findByText('Hold the code inside the frame');
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(stop).toHaveBeenCalledTimes(1);
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2));
  });

  it('[SCAN-04] a success says name, table and seat for 1 s, then goes to the client', async () => {
    camera('none');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { data, path } = await scanner();
    type('A-1');
    const shown = await verdict('in');
    expect(shown.getByText('Welcome')).toBeTruthy();
    expect(shown.getByText('Ada Lovelace')).toBeTruthy();
    expect(shown.getByText('Table 7, seat 3')).toBeTruthy();
    expect(data.calls).toContainEqual(['in', 'session_dinner', 'client_ada']);
    expect(path()).toBe('/event/gala/session/dinner/scan');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await waitFor(() => expect(path()).toBe('/event/gala/client/ada'));
  });

  it('whoever goes back before the guest’s page is drawn scans on, with no welcome left of the one before', async () => {
    const { getUserMedia } = camera({ torch: false });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const never = () => new Promise<never>(() => undefined);
    await scanner('en', documents, { ...SCREENS, client: never });
    type('A-1');
    await verdict('in');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    fireEvent.popState(window);
    await waitFor(() => expect(screen.queryByTestId('scan-verdict')).toBeNull());
    expect(getUserMedia).toHaveBeenCalledTimes(2);
    type('A-1');
    await verdict('already');
  });

  it.each([
    ['in', null],
    ['already', 1000],
  ] as const)('says what of diet and notes the organiser wants in sight (%s)', async (kind, checkInTime) => {
    camera('none');
    const told = documents.map((doc) =>
      doc['_id'] === 'client_ada'
        ? { ...doc, diet: 'no nuts', notes: 'Speaks at nine' }
        : doc['_id'] === 'session_dinner'
          ? { ...doc, clients: [{ clientId: 'client_ada', checkInTime, updatedTime: 1 }] }
          : doc['_id'] === 'event'
            ? { ...doc, doorShows: ['diet'] }
            : doc,
    );
    await scanner('en', told);
    type('A-1');
    const shown = await verdict(kind);
    expect(shown.getByText('Diet: no nuts')).toBeTruthy();
    expect(shown.queryByText(/Speaks/)).toBeNull();
  });

  it.each([
    ['https://example.org/t?id=A-1', 'A web address, not a ticket.'],
    ['4006381333931', 'The barcode of goods, not a ticket.'],
    [`${'x'.repeat(100)}A-1`, 'A long text, not a ticket.'],
  ])('says what is held up instead of a ticket: %s', async (code, told) => {
    camera('none');
    const { data } = await scanner();
    type(code);
    const shown = await verdict('unknown');
    expect(shown.getByText('Guest not found.')).toBeTruthy();
    expect(shown.getByText(told)).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([]);
  });

  it('a guest who was deleted is named; a code that nobody has may be known elsewhere while there is no network', async () => {
    camera('none');
    const left = documents.map((doc) => (doc['_id'] === 'client_leo' ? { ...doc, deletedAt: 1 } : doc));
    const { data } = await scanner('en', left);
    type('a-2');
    const shown = await verdict('unknown');
    expect(shown.getByText('Guest deleted from this event.')).toBeTruthy();
    expect(shown.getByText('Léo Müller')).toBeTruthy();
    type('Z-9');
    expect((await verdict('unknown')).getByText('No guest of this event has the code Z-9.')).toBeTruthy();
    act(() => data.status.set({ ...data.status.get(), summary: 'offline' }));
    type('Z-8');
    expect((await verdict('unknown')).getByText(/^No guest on this device has the code Z-8\./)).toBeTruthy();
  });

  it('[SCAN-04] a code typed by hand lets in as one that is read; the field is empty for the next one', async () => {
    camera('none');
    const { data } = await scanner();
    const field = screen.getByRole('textbox', { name: 'Type the code of a ticket' });
    fireEvent.click(screen.getByRole('button', { name: 'Check in this code' }));
    expect(document.activeElement).toBe(field);
    expect(screen.queryByTestId('scan-verdict')).toBeNull();
    fireEvent.change(field, { target: { value: ' a-1 ' } });
    fireEvent.submit(field);
    expect((await verdict('in')).getByText('Ada Lovelace')).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([['in', 'session_dinner', 'client_ada']]);
    expect(field).toHaveProperty('value', '');
  });

  it('after a typed code the field is there for the next one, unless somebody has turned to something else', async () => {
    camera('none');
    await scanner();
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    const field = screen.getByRole('textbox', { name: 'Type the code of a ticket' });
    async function send(code: string): Promise<void> {
      field.focus();
      fireEvent.change(field, { target: { value: code } });
      fireEvent.submit(field);
      await waitFor(() => expect(screen.getByTestId('scan-verdict')).toBeTruthy());
      expect(document.activeElement).toBe(document.body);
    }
    for (const code of ['A-1', 'nobody']) {
      await send(code);
      await waitFor(() => expect(document.activeElement).toBe(field), { timeout: 3000 });
      expect(screen.queryByTestId('scan-verdict')).toBeNull();
    }
    await send('nobody');
    const sound = screen.getByRole('switch', { name: /^Sound/ });
    sound.focus();
    await waitFor(() => expect(screen.queryByTestId('scan-verdict')).toBeNull(), { timeout: 3000 });
    expect(document.activeElement).toBe(sound);
  });

  it('who stays on the scanner lets in those who registered together with one more tap', async () => {
    camera('none');
    const together = documents.map((doc) =>
      doc['_id'] === 'client_ada' || doc['_id'] === 'client_leo'
        ? { ...doc, consumerId: 'consumer_one' }
        : doc,
    );
    const { data } = await scanner('en', together);
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    type('A-1');
    await verdict('in');
    fireEvent.click(await screen.findByRole('button', { name: 'Check in with Ada Lovelace Léo Müller' }));
    expect(await screen.findByText('Léo Müller is in')).toBeTruthy();
    const store = data.store('gala');
    const facts = () =>
      store.checkinsOf('session_dinner', 'client_leo').map(({ action, method }) => [action, method]);
    expect(facts()).toEqual([['in', 'scan']]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Cancelled');
    expect(facts()).toEqual([
      ['out', 'scan'],
      ['in', 'scan'],
    ]);
  });

  it('those who came along are not offered while another ticket’s verdict is read, and are after it', async () => {
    camera('none');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const together = documents.map((doc) =>
      doc['_id'] === 'client_ada' || doc['_id'] === 'client_leo'
        ? { ...doc, consumerId: 'consumer_one' }
        : doc,
    );
    await scanner('en', together);
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    const offer = () => screen.queryByRole('button', { name: 'Check in with Ada Lovelace Léo Müller' });
    type('A-1');
    await verdict('in');
    expect(offer()).not.toBeNull();
    for (const [code, kind] of [
      ['ZZZ-1', 'unknown'],
      ['A-9', 'elsewhere'],
    ] as const) {
      type(code);
      await verdict(kind);
      expect(offer()).toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(screen.queryByTestId('scan-verdict')).toBeNull();
      expect(offer()).not.toBeNull();
    }
    type('A-1');
    await verdict('already');
    expect(offer()).not.toBeNull();
  });

  it('what a reader types into the field does not stay there', async () => {
    camera('none');
    await scanner();
    const field = screen.getByRole('textbox', { name: 'Type the code of a ticket' });
    field.focus();
    fireEvent.change(field, { target: { value: 'A-1' } });
    type('A-1');
    await verdict('in');
    expect(field).toHaveProperty('value', '');
  });

  it('a code that somebody types is known without its hyphen, and said as it is where nobody has it', async () => {
    camera('none');
    await scanner();
    const field = screen.getByRole('textbox', { name: 'Type the code of a ticket' });
    const send = (code: string) => {
      fireEvent.change(field, { target: { value: code } });
      fireEvent.click(screen.getByRole('button', { name: 'Check in this code' }));
    };
    send('b 7');
    expect((await verdict('unknown')).getByText(/the code b 7/)).toBeTruthy();
    send('a1');
    expect((await verdict('in')).getByText('Ada Lovelace')).toBeTruthy();
  });

  it('[VALID-68] asks which of the guests it is whom a code fits, and lets in that one', async () => {
    camera('none');
    const { data } = await scanner(
      'en',
      documents.map((doc) => (doc['_id'] === 'client_otto' ? { ...doc, number: 'A-1' } : doc)),
    );
    type('A-1');
    const asked = within(await screen.findByRole('dialog', { name: 'Which guest is it?' }));
    expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ada LovelaceTable 7, seat 3Analytical · A-1',
      'Otto AndersA-1Not registered for this session.',
    ]);
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([]);
    fireEvent.click(asked.getByRole('button', { name: /Ada Lovelace/ }));
    expect((await verdict('in')).getByText('Table 7, seat 3')).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([['in', 'session_dinner', 'client_ada']]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays on the scanner where the host wants it, also the next time', async () => {
    camera('none');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { path, unmount } = await scanner();
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner', checked: false }));
    type('A-1');
    await verdict('in');
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.queryByTestId('scan-verdict')).toBeNull();
    expect(path()).toBe('/event/gala/session/dinner/scan');
    unmount();
    await scanner();
    expect(screen.getByRole('switch', { name: 'Stay on the scanner', checked: true })).toBeTruthy();
  });

  it.each([
    ['en', 'This QR code has already been scanned.', /^In since \d\d:\d\d · Here \(this device\)$/],
    ['fr', 'Ce code QR a déjà été scanné.', /^Entrée à \d\d:\d\d · Here \(cet appareil\)$/],
  ] as const)(
    '[SCAN-07] a second scan says so, since when and where (%s)',
    async (language, message, since) => {
      camera('none');
      vi.useFakeTimers({ shouldAdvanceTime: true });
      const { data } = await scanner(language);
      fireEvent.click(screen.getByRole('switch', { name: /scanner/ }));
      type('A-1');
      await verdict('in');
      await act(() => vi.advanceTimersByTimeAsync(1000));
      type('A-1');
      const shown = await verdict('already');
      expect(shown.getByText(message)).toBeTruthy();
      expect(shown.getByText('Ada Lovelace')).toBeTruthy();
      expect(shown.getByText(since)).toBeTruthy();
      expect(data.calls.filter(([name]) => name === 'in')).toHaveLength(1);
    },
  );

  it('tells whoever scans that another door let the same guest in, until somebody has read it', async () => {
    camera('none');
    const { data } = await scanner();
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    type('A-1');
    await verdict('in');
    admittedAt(data, 'client_ada', { id: 'porch', name: 'Porch' });
    const told = /^Let in twice: Ada Lovelace · \d\d:\d\d on .+, then \d\d:\d\d on Porch/;
    const notice = await screen.findByText(told);
    expect(notice.closest('[role=alert]')).not.toBeNull();
    const way = within(notice).getByRole('link', { name: 'Open the guest list' });
    expect(way.getAttribute('href')).toBe('/event/gala/session/dinner/checkin');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(told)).toBeNull();
    type('A-9');
    await verdict('elsewhere');
    expect(screen.queryByText(told)).toBeNull();
  });

  it('tells whoever scans that somebody is in whose registration was cancelled meanwhile', async () => {
    camera('none');
    const { data } = await scanner();
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    type('A-1');
    await verdict('in');
    await waitFor(() => expect(screen.queryByTestId('scan-verdict')).toBeNull(), { timeout: 3000 });
    const ada = { ...documents.find(({ _id }) => _id === 'client_ada'), _rev: '2-a', canceled: true };
    act(() => data.store('gala').apply([ada as never]));
    expect(await screen.findByText(/^Registration cancelled, yet in: Ada Lovelace/)).toBeTruthy();
  });

  it('tells whoever scans that somebody is in who was deleted meanwhile', async () => {
    camera('none');
    const { data } = await scanner();
    fireEvent.click(screen.getByRole('switch', { name: 'Stay on the scanner' }));
    type('A-1');
    await verdict('in');
    await waitFor(() => expect(screen.queryByTestId('scan-verdict')).toBeNull(), { timeout: 3000 });
    const ada = { ...documents.find(({ _id }) => _id === 'client_ada'), _rev: '2-a', deletedAt: 5 };
    act(() => data.store('gala').apply([ada as never]));
    const told = /^In, but no longer in this session: Ada Lovelace · .*, then deleted$/;
    expect(await screen.findByText(told)).toBeTruthy();
  });

  it('tells another device apart that has the name of this one [SCAN-07]', async () => {
    camera('none');
    const { data } = await scanner();
    admittedAt(data, 'client_ada', { id: 'porch', name: 'Here' });
    type('A-1');
    const shown = await verdict('already');
    expect(shown.getByText(/^In since \d\d:\d\d · Here · RCH$/)).toBeTruthy();
  });

  it.each([
    ['en', 'Guest not found.', 'Not registered for this session.'],
    ['fr', 'Invité introuvable.', 'Pas d’inscription à cette session.'],
  ] as const)('[SCAN-08] an unknown client is not found (%s)', async (language, unknown, elsewhere) => {
    camera('none');
    const { data } = await scanner(language);
    type('ZZZ-1');
    const shown = await verdict('unknown');
    expect(shown.getByText(unknown)).toBeTruthy();
    expect(shown.getByText(/ZZZ-1/)).toBeTruthy();
    type('A-9');
    const other = await verdict('elsewhere');
    expect(other.getByText(elsewhere)).toBeTruthy();
    expect(other.getByText('Otto Anders')).toBeTruthy();
    expect(data.calls.filter(([name]) => name === 'in')).toEqual([]);
  });

  it('whoever stands at the wrong door is told which session is theirs', async () => {
    camera('none');
    const entry = { clientId: 'client_otto', checkInTime: null, updatedTime: 1 };
    const dinner = documents.find(({ _id }) => _id === 'session_dinner');
    await scanner('en', [
      ...documents,
      { ...dinner, _id: 'session_ball', title: 'The ball', titleFrench: '', clients: [entry] } as never,
    ]);
    type('A-9');
    expect((await verdict('elsewhere')).getByText('The ball')).toBeTruthy();
  });

  it('[SESSION-11] says that the session is archived, and opens no camera', async () => {
    camera({ torch: false });
    const data = fakeAppData({ role: 'host', events: [galaCentral], documents: { gala: documents } });
    await renderApp(data, { path: '/event/gala/session/past/scan' });
    expect(await screen.findByText(/^This session is archived/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the guest list' })).toBeTruthy();
  });

  it('who has cancelled is told so in large letters, not that something was not saved', async () => {
    camera('none');
    const { data } = await scanner();
    data.fail('in', 'registration_canceled');
    type('A-1');
    const shown = await verdict('canceled');
    expect(shown.getByText('This guest’s registration is cancelled.')).toBeTruthy();
    expect(shown.queryByText('Not saved')).toBeNull();
  });

  it('what was not saved is not said to be', async () => {
    camera('none');
    const { data } = await scanner();
    data.fail('in', 'storage_full');
    type('A-1');
    const shown = await verdict('failed');
    expect(shown.getByText('Not saved')).toBeTruthy();
    expect(shown.getByText(/storage of this device is full/)).toBeTruthy();
  });
});
