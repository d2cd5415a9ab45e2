import type { Reader } from './reader.ts'

export type EventsConfig = {
  /** 0 for no streams: clients poll. */
  readonly all: number
  /** Per network, counted as for RATE_LIMIT; 0 for no bound, here and below. */
  readonly ofNetwork: number
  /** Per wallet: a browser needs one. */
  readonly ofWallet: number
}

/** Streams leave a quarter of their network's connections to others there, where connections are counted. */
export function readEvents({ number }: Reader, connectionLimit: number): EventsConfig {
  const bound = (name: string, usual: number) => number(name, usual, { min: 0, max: 1e6, integer: true })
  const ofNetwork = bound('EVENT_STREAMS_NETWORK', 128)
  const most = Math.max(1, Math.floor(connectionLimit * 0.75))
  return {
    all: bound('EVENT_STREAMS', 4_096),
    ofNetwork: connectionLimit > 0 && (ofNetwork === 0 || ofNetwork > most) ? most : ofNetwork,
    ofWallet: bound('EVENT_STREAMS_WALLET', 32),
  }
}
