import { describe, expect, it } from 'vitest';
import { newsOf, statusUrlOf } from './status.ts';

describe('what Twilio says of a message', () => {
  const said = (fields: Record<string, string>) => newsOf({ MessageSid: 'SM1', ...fields });

  it('is news once it has arrived or never will', () => {
    expect(said({ MessageStatus: 'delivered' })).toEqual({ sid: 'SM1', kind: 'delivered', code: null });
    expect(said({ MessageStatus: 'read' })?.kind).toBe('delivered');
    expect(said({ MessageStatus: 'undelivered', ErrorCode: '30003' })?.code).toBe(30_003);
    expect(said({ MessageStatus: 'failed', ErrorCode: '<b>' })).toEqual({
      sid: 'SM1',
      kind: 'undelivered',
      code: null,
    });
    for (const MessageStatus of ['queued', 'sending', 'sent', 'accepted', ''])
      expect(said({ MessageStatus })).toBeNull();
    expect(newsOf({ MessageStatus: 'delivered' })).toBeNull();
  });

  it('is asked for only where Twilio can reach this server: it takes no message that names another address', () => {
    expect(statusUrlOf('https://foyer.example.org', '/api/x?row=a%2Fb')).toBe(
      'https://foyer.example.org/api/x?row=a%2Fb',
    );
    for (const url of [
      'http://localhost:5984',
      'http://192.168.1.9',
      'http://desk.local',
      'http://[::1]:80',
      null,
    ]) {
      expect(statusUrlOf(url, '/api/x')).toBeNull();
    }
  });
});
