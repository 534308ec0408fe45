/** Nobody else on the way reads what goes there. */
export const isPrivateAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
