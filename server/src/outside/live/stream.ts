import { Readable } from 'node:stream'
import type { KeyScope } from '@furrow/sdk/contract'
import type { Held } from '../../access/auth/held.ts'
import type { Seen } from './seen.ts'

/** One client that listens. */
export type Stream = {
  /** What it was let in with; null for a visitor, who hears of the boards alone. */
  readonly held: Held | null
  readonly hearsMail: boolean
  readonly hearsTasks: boolean
  /** What its client knows; null where it just came, and is told everything anew. */
  seen: Seen | null
  /** Whether it was told that it began. */
  isReady: boolean
  /** When something was last written to it. */
  wroteAt: number
  readonly body: Readable
  write(text: string): void
  end(): void
}

/** What may wait for a client that does not read, beside what the connection itself holds. */
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
      // It comes again, and asks for what it missed.
      if (body.readableLength > mostWaiting) body.destroy()
    },
    end() {
      if (!body.destroyed) body.push(null)
    },
  }
}
