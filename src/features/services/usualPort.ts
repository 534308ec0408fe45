/** Where mail servers take mails: with TLS from the start, with STARTTLS, and on this machine. */
export function usualPort({ host, secure }: { host: string; secure: boolean }): string {
  if (secure) return '465';
  return isHere(host.trim()) ? '25' : '587';
}

const isHere = (host: string): boolean => /^(localhost\.?|127(\.\d{1,3}){3}|::1)$/i.test(host);
