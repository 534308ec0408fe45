/** Servers in halls that are joined to this one. */
export const hubs = {
  title: 'Hubs in halls',
  lead: 'A hub is Foyer on a laptop in the hall: doors on its network work for days without internet, and everything is exchanged when there is one.',
  offline: 'Which hubs are joined is only known with a connection.',
  emptyTitle: 'No hub is joined',
  emptyText: 'Join one before the event, while the laptop has internet.',
  add: 'Join a hub',
  name: 'Name of the hub',
  nameHint: 'As people call the place: “Hall 3”.',
  events: 'Events it takes along',
  eventsHint: 'Whoever may see these events may log in there.',
  chooseEvent: 'Choose at least one event.',
  noEvents: 'There is no event to take along.',
  until: 'Ends on',
  past: 'Choose a day to come.',
  tooLate: 'At most three months from now.',
  getCode: 'Show the code',
  start: 'Start Foyer on the laptop with these variables:',
  httpsOnly:
    'This page was opened without https. A hub joins by https alone, because logins go that way: it needs this server’s https address. If there is none yet, set it up first.',
  codeUntil: 'The code works once, until {{time}}.',
  waiting: 'Waiting for the hub…',
  takeBack: 'Take the code back',
  takenBack: 'The code is worth nothing any more.',
  codeUsed:
    'Nothing to take back: the code was used already, or has expired. If a server that you did not mean is in the list, end it there.',
  joined: '{{name}} is joined.',
  ends: 'ends on {{time}}',
  over: 'ended',
  heard: 'last heard on {{time}}',
  noEvent: 'no event',
  trouble: {
    offline: 'The central server cannot be reached just now. Everything goes on here and is exchanged later.',
    ended: 'This hub was ended: use the central server.',
    update_first:
      'Nothing is exchanged: this hub has an older version of Foyer than the central server. Update it.',
    server_outdated:
      'Nothing is exchanged: the central server has an older version of Foyer than this hub. Update that one.',
    refused: 'The central server does not understand this hub. Tell whoever runs the two.',
    full: 'This hub has no room left: it takes nothing new, and nothing is exchanged. Tell whoever runs it.',
    clock:
      'This hub’s clock differs from that of the central server. What is done here gets a wrong time, and the central server may not take it. Tell whoever runs the hub to set its clock.',
  },
  withdrawn:
    '{{event}}: the central server exchanges this event with this hub no more. What is done here stays here. Ask a manager.',
  notTaken: '{{event}}: the central server did not take these.',
  notTakenWhy: 'They are kept on this hub and offered again every minute.',
  refused_one: 'This server did not take one change.',
  refused_other: 'This server did not take {{count, number}} changes.',
  refusedKept: 'All of it stays on the hub and is offered again every minute.',
  refusedMore_one: 'One more is not listed.',
  refusedMore_other: '{{count, number}} more are not listed.',
  refusedBy: 'by {{name}}',
  refusedAt: 'not taken since {{time}}',
  kind: {
    checkin: 'Check-in',
    entrychange: 'Change of registrations',
    client: 'Guest',
    session: 'Session',
    other: 'Change',
  },
  why: {
    archived:
      'The session was archived before it was made. If it should count, take the session out of the archive.',
    right:
      'Whoever did it may not do so here. If it should count, give that person the right to it, or do it here anew.',
    time: 'Its time lies more than a day ahead. Set the clock of the laptop; it is taken once its time has come.',
    hubOld:
      'It was made by a version that is too old for this server. Update the hub, or the app of the device that made it.',
    serverOld: 'It was made by a newer version than this server has. Update this server; it is taken then.',
    size: 'It is too large for this server. Make the file smaller on the hub.',
    other: 'If it should count, do it here anew, and tell whoever runs the hub.',
  },
  end: 'End',
  endOf: 'End {{name}}',
  endTitle: 'End {{name}}?',
  endText:
    'From now on this server takes nothing from it, and as soon as it hears of that it serves nobody. What it has not sent yet stays on the laptop, and on the devices that made it. The phones that were paired on it end, too.',
};
