import { useState } from 'react';

const PREFIX = 'foyer.setting.';

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** A choice that belongs to this device, kept on it. */
export function useSetting(name: string, initial: boolean): [boolean, (next: boolean) => void] {
  const [value, setValue] = useState(() => {
    const kept = read(name);
    return kept === null ? initial : kept === 'yes';
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(PREFIX + name, next ? 'yes' : 'no');
      } catch {
        // A full or forbidden storage: the choice lasts as long as the page.
      }
    },
  ];
}
