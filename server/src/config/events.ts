import type { Reader } from './reader.ts'

/** How many streams of events there may be at once in this process. */
export type EventsConfig = {
  /** 0: there are none, and clients ask now and then. */
  readonly all: number
  /** Of one network, counted as for RATE_LIMIT; 0 for no bound, here and below. */
  readonly ofNetwork: number
  /** Of one wallet: a browser needs one. */
  readonly ofWallet: number
}

export function readEvents({ number }: Reader): EventsConfig {
  const bound = (name: string, usual: number) => number(name, usual, { min: 0, max: 1e6, integer: true })
  return {
    all: bound('EVENT_STREAMS', 4_096),
    ofNetwork: bound('EVENT_STREAMS_NETWORK', 256),
    ofWallet: bound('EVENT_STREAMS_WALLET', 32),
  }
}
