import type { Subject } from './subject.ts'

export const limits: Subject = {
  title: 'Limits of a process and a network',
  about: '`0` is no limit.',
  settings: [
    {
      names: ['RATE_LIMIT'],
      words:
        'Requests a minute from one network address (of IPv6 from a /64, and eight times as many from a /48); `0` for no limit. Codes that could be guessed: 30, always',
    },
    {
      names: ['SIGN_IN_FAILURES'],
      words:
        'Failed sign-ins a minute of one network, counted as for `RATE_LIMIT`, before none of its sign-ins is heard (429); `0` for no limit',
    },
    {
      names: ['SIGN_INS'],
      words:
        'Sign-ins and new API keys an hour of one network, counted as for `RATE_LIMIT` (429 beyond); `0` for no limit. Raise it where more people than that share an address',
    },
    {
      names: ['CONNECTION_LIMIT'],
      words:
        "Connections at once from one network address, counted as for `RATE_LIMIT`; a trusted proxy's are not; `0` for no limit",
    },
    {
      names: ['MAX_IN_FLIGHT'],
      words:
        'Requests that are worked on at once; more are refused at once with 503 and `Retry-After`; `0` for no bound',
    },
    {
      names: ['OVERLOAD_MS'],
      words: 'Milliseconds that the process may lag behind before it answers 503; `0` for never',
    },
    {
      names: ['EVENT_STREAMS'],
      words:
        'Clients that one process tells of changes by itself (`GET /events`); more are refused with 503, and ask now and then. `0`: there is no such thing',
    },
    {
      names: ['EVENT_STREAMS_NETWORK', 'EVENT_STREAMS_WALLET'],
      words:
        "The streams of one network among them, counted as for `RATE_LIMIT`, and of one wallet; `0` for no limit. Without a proxy, a network's streams take three quarters of its `CONNECTION_LIMIT` at most",
    },
  ],
}
