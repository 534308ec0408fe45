/** What a link at the door says of where it was followed: the way back leads there, and not to a page of the office. */
export const FROM_DOOR = { fromDoor: true } as const;

export const isFromDoor = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'fromDoor' in state;
