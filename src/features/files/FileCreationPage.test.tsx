import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FILE_MAX_BYTES } from '#domain/documents/file.ts';
import { err, ok } from '#domain/result.ts';
import type { EventRepository } from '#data/types.ts';
import { sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { FileCreationPage } from './FileCreationPage.tsx';

const pdf = (name = 'Map.pdf', text = '%PDF-1.7 …', type = 'application/pdf') =>
  new File([text], name, { type });
afterEach(() => vi.restoreAllMocks());

async function open(language: 'en' | 'fr' = 'en', more: readonly ReturnType<typeof sessionDoc>[] = []) {
  const addFile = vi.fn<EventRepository['addFile']>(async ({ name }) =>
    ok({ _id: 'file_a', type: 'file', name, metadata: {} }),
  );
  const view = await showScreen({
    screen: <FileCreationPage />,
    path: '/document/new',
    language,
    documents: [sessionDoc('a', 'Dinner'), sessionDoc('b', 'Brunch'), ...more],
    repository: { addFile },
  });
  await screen.findByText(language === 'en' ? 'PDF file' : 'Fichier PDF');
  return { ...view, addFile };
}
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose a PDF', { selector: 'input' }), {
    target: { files: [file] },
  });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Add file' }));

describe('file creation', () => {
  it('wants a file [VALID-44]', async () => {
    const { addFile } = await open();
    submit();
    expect((await screen.findAllByText('Choose a PDF file.')).length).toBeGreaterThan(0);
    expect(document.activeElement?.textContent).toBe('Choose a PDF');
    expect(addFile).not.toHaveBeenCalled();
  });

  it('wants a session [VALID-45]', async () => {
    const { addFile } = await open();
    choose(pdf());
    await screen.findByText('Map.pdf');
    submit();
    expect((await screen.findAllByText('Tick at least one session.')).length).toBeGreaterThan(0);
    expect(addFile).not.toHaveBeenCalled();
  });

  it('offers no archived session [SESSION-10]', async () => {
    await open('en', [{ ...sessionDoc('old', 'Old ball'), status: 'archived' }]);
    const offered = screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value);
    expect(offered.toSorted()).toEqual(['session_a', 'session_b']);
  });

  it('says both in French [VALID-44, VALID-45]', async () => {
    await open('fr');
    fireEvent.click(screen.getByRole('button', { name: 'Ajouter le fichier' }));
    expect((await screen.findAllByText('Choisissez un fichier PDF.')).length).toBeGreaterThan(0);
    expect(screen.getByText('Cochez au moins une session.')).toBeTruthy();
  });

  it.each([
    ['a picture', pdf('a.png', 'PNG', 'image/png'), 'This file is not a PDF.'],
    ['a text that is called a PDF', pdf('a.pdf', 'hello'), 'This file is not a PDF.'],
  ])('refuses %s [VALID-36]', async (_what, file, message) => {
    await open();
    choose(file);
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.queryByText(file.name)).toBeNull();
  });

  it('says of a file that was changed or moved since it was chosen that it is to be chosen again', async () => {
    const { addFile } = await open();
    const gone = pdf();
    gone.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    choose(gone);
    const said = /cannot be read any more: it was changed or moved since it was chosen/;
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
    choose(pdf());
    await screen.findByText('Map.pdf');
    expect(screen.queryByText(said)).toBeNull();
    addFile.mockResolvedValue(err({ code: 'file_unreadable' }));
    fireEvent.click(screen.getByLabelText(/Dinner/));
    submit();
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  });

  it('refuses a PDF that is too large', async () => {
    await open();
    const file = pdf();
    Object.defineProperty(file, 'size', { value: FILE_MAX_BYTES + 1 });
    choose(file);
    expect((await screen.findAllByText(/larger than 20 Mo/)).length).toBeGreaterThan(0);
  });

  it('shows its size in French units, opens it, and deletes it [FILE-02, FILE-03, FILE-04]', async () => {
    await open();
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    URL.createObjectURL = () => 'blob:pdf';
    URL.revokeObjectURL = () => undefined;
    choose(pdf('Map.pdf', `%PDF-1.7 ${'x'.repeat(1491)}`));
    expect(await screen.findByText(/^1\.5\sko$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(opened).toHaveBeenCalledWith('blob:pdf', '_blank', 'noopener');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Map.pdf')).toBeNull();
    expect(screen.getByText(/20\sMo/)).toBeTruthy();
  });

  it('stores the PDF for the ticked sessions and goes to the event [FILE-01]', async () => {
    const { addFile, path } = await open();
    const file = pdf();
    choose(file);
    await screen.findByText('Map.pdf');
    fireEvent.click(screen.getByLabelText(/Dinner/));
    fireEvent.click(screen.getByLabelText(/Brunch/));
    submit();
    await waitFor(() => expect(path()).toBe('/event/gala'));
    expect(addFile).toHaveBeenCalledWith({
      ...{ name: 'Map', blob: file, sessionIds: ['session_a', 'session_b'] },
    });
  });
});
