/** Red, green and blue of `#rrggbb`, 0 to 255; null for anything else. */
export function rgbOf(colour: string | null | undefined): readonly [number, number, number] | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour ?? '');
  if (hex === null) return null;
  const [r = 0, g = 0, b = 0] = hex.slice(1).map((part) => parseInt(part, 16));
  return [r, g, b];
}

/** True where white can be read on it better than black. */
export const isDark = ([r, g, b]: readonly [number, number, number]): boolean =>
  r * 0.299 + g * 0.587 + b * 0.114 < 140;
