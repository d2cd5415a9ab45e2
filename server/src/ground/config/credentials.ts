import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Address, toAddress } from '../address.ts'
import type { Reader } from './reader.ts'

export type CredentialsConfig = {
  /** Signs credentials; null for a key that the service makes itself. */
  readonly key: KeyObject | null
  /** Signs attestations for EAS; null where there are none. */
  readonly eas: EasConfig | null
}

export type EasConfig = {
  readonly key: `0x${string}`
  readonly chainId: number
  readonly contract: Address
  readonly version: string
}

/** Ethereum's, which never changes: the contract has no owner. */
const usualContract = '1=0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587@0.26'

/** null where the service takes no credentials out. */
export function readCredentials(read: Reader, isOn: boolean): CredentialsConfig | null {
  const [key, eas] = [readKey(read), readEas(read)]
  return isOn ? { key, eas } : null
}

/** The RSA key as PEM or its base64 alone; OB 3.0 wants every verifier to know RS256, and no other. */
function readKey({ problems, text }: Reader): KeyObject | null {
  const given = text('CREDENTIAL_KEY')
  if (given === null) return null
  const body = given.replace(/-----[A-Z ]+-----/g, '').replace(/\\n|\s/g, '')
  try {
    const key = createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048) return key
  } catch {
    // It is secret, so it is not repeated.
  }
  problems.push('CREDENTIAL_KEY must be an RSA key of at least 2048 bits, in PKCS #8 (PEM, or its base64).')
  return null
}

function readEas({ given, problems, text }: Reader): EasConfig | null {
  const contract = given('EAS_CONTRACT', usualContract) || usualContract
  const key = text('EAS_SIGNER_KEY')
  const [, chain, address, version] =
    /^([1-9]\d{0,14})=(0x[0-9a-f]{40})@(\d{1,3}(?:\.\d{1,3}){1,2})$/i.exec(contract) ?? []
  if (chain === undefined || address === undefined || version === undefined) {
    problems.push(`EAS_CONTRACT must be a chain, an address and a version such as ${usualContract}.`)
    return null
  }
  if (key === null) return null
  if (!/^0x[0-9a-f]{64}$/i.test(key) || /^0x0{64}$/.test(key)) {
    problems.push('EAS_SIGNER_KEY must be a private key: 0x and 64 hex digits.')
    return null
  }
  return { key: key as `0x${string}`, chainId: Number(chain), contract: toAddress(address), version }
}
