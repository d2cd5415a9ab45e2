/** A session as this device keeps it. */
export type Kept = {
  readonly address: string
  readonly token: string
  readonly walletId: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export const keptKey = 'furrow.session'

const hours24 = 24 * 60 * 60 * 1_000

/** A session that begins now: the service ends it a day later. */
export function keptFrom(session: Omit<Kept, 'expiresAt'>): Kept {
  return { ...session, expiresAt: Date.now() + hours24 }
}

/** null without a session, or once it is over. */
export function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keptKey) ?? 'null') as Kept | null
    return kept !== null && kept.expiresAt > Date.now() ? kept : null
  } catch {
    return null
  }
}

export function keep(kept: Kept): void {
  localStorage.setItem(keptKey, JSON.stringify(kept))
}

export function forgetKept(): void {
  localStorage.removeItem(keptKey)
}
