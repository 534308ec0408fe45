import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { GALA, showScreen } from '#hooks/testing/screen.tsx';
import { BoxList } from './BoxList.tsx';
import { useBoxEditor } from './useBoxEditor.ts';

function Screen() {
  const box = { x: 10, y: 10, width: 20, height: 5 };
  const boxes = useBoxEditor(
    [
      { ...box, id: 'a', pageIndex: 0, variableKey: 'fullname' },
      { ...box, id: 'b', pageIndex: 2, variableKey: 'company' },
    ],
    1,
  );
  return <BoxList kind="invitation" boxes={boxes} />;
}

it.each([
  ['en', /^One box is on a page that this PDF does not have/, 'page 3', /^Company/],
  ['fr', /^Une zone se trouve sur une page que ce PDF n’a pas/, 'page 3', /^Entreprise/],
] as const)(
  'a box on a page that the PDF does not have is told until it is chosen: %s',
  async (language, words, page, company) => {
    await showScreen({ screen: <Screen />, path: '/', documents: [GALA], language });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getAllByText(page)).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: company }));
    expect(screen.queryByText(words)).toBeNull();
    expect(screen.queryByText(page)).toBeNull();
  },
);
