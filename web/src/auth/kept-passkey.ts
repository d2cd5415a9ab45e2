/** The name of the wallet that a passkey is, beside those of the browser. */
export const passkeyWallet = 'furrow.passkey'

/** A passkey as this device keeps it: the key itself never leaves its authenticator. */
export type KeptPasskey = {
  readonly id: string
  readonly publicKey: `0x${string}`
  /** Whether its account is made on the chain, with a second owner. */
  readonly isMade?: boolean
  /** Whether the service keeps the public key, so that another device finds it. */
  readonly isKnown?: boolean
}

const key = 'furrow.passkey'

export function readPasskey(): KeptPasskey | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as KeptPasskey | null
  } catch {
    return null
  }
}

export function keepPasskey(passkey: KeptPasskey): void {
  localStorage.setItem(key, JSON.stringify(passkey))
}
