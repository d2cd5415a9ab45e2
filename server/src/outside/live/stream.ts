import { Readable } from 'node:stream'
import type { KeyScope } from '@furrow/sdk/contract'
import type { Held } from '../../access/auth/held.ts'
import type { Seen } from './seen.ts'

export type Stream = {
  /** The credentials that let it in; null for a visitor, who hears of the boards alone. */
  readonly held: Held | null
  readonly hearsMail: boolean
  readonly hearsTasks: boolean
  /** The client's latest state; null for a new client, which is told everything. */
  seen: Seen | null
  isReady: boolean
  wroteAt: number
  readonly body: Readable
  write(text: string): void
  end(): void
}

/** Bytes that may wait for a client that does not read, beside the connection's own buffer. */
const mostWaiting = 16_384

/** `scopes` are those of an API key; a session hears everything. */
export function createStream(
  held: Held | null,
  scopes: readonly KeyScope[] | undefined,
  seen: Seen | null,
  now: number,
): Stream {
  const hears = (scope: KeyScope) => held !== null && (scopes?.includes(scope) ?? true)
  const body = new Readable({ read() {} })
  return {
    held,
    hearsMail: hears('mail'),
    hearsTasks: hears('read'),
    seen,
    isReady: false,
    wroteAt: now,
    body,
    write(text) {
      if (body.destroyed || body.readableEnded) return
      body.push(text)
      // The client comes again, and asks for what it missed.
      if (body.readableLength > mostWaiting) body.destroy()
    },
    end() {
      if (!body.destroyed) body.push(null)
    },
  }
}
