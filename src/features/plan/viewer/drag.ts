/** What a client that is dragged from the list is called on the way. */
export const CLIENT_DRAG = 'application/x-foyer-client';
