import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { type Hex, keccak256, toHex } from 'viem'

/** As geth and Foundry (`cast wallet new`) write it: Web3 Secret Storage, version 3. */
type Keystore = {
  readonly version: number
  readonly crypto: {
    readonly cipher: string
    readonly ciphertext: string
    readonly cipherparams: { readonly iv: string }
    readonly kdf: string
    readonly kdfparams: {
      readonly dklen: number
      readonly salt: string
      readonly n?: number
      readonly r?: number
      readonly p?: number
      readonly c?: number
      readonly prf?: string
    }
    readonly mac: string
  }
}

const megabyte = 1_048_576

/** The key of a keystore file. @throws Error that repeats neither, where it is none or the password is another. */
export function openKeystore(json: string, password: string): Hex {
  const { crypto, version } = readKeystore(json)
  const derived = derive(crypto, password)
  const sealed = bytes(crypto.ciphertext)
  const mac = bytes(keccak256(Buffer.concat([derived.subarray(16, 32), sealed])))
  const expected = bytes(crypto.mac)
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new Error('the password is not the one of the keystore.')
  if (version !== 3 || crypto.cipher !== 'aes-128-ctr') throw new Error('it is no keystore of version 3.')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytes(crypto.cipherparams.iv))
  return toHex(Buffer.concat([decipher.update(sealed), decipher.final()]))
}

function readKeystore(json: string): Keystore {
  try {
    const { crypto, Crypto, version } = JSON.parse(json) as Keystore & { Crypto?: Keystore['crypto'] }
    const found = crypto ?? Crypto
    // Touched here, so that what is missing is told as this.
    if (found.cipherparams.iv && found.kdfparams.salt && found.ciphertext && found.mac)
      return { version, crypto: found }
  } catch {}
  throw new Error('it is no keystore of version 3.')
}

function derive({ kdf, kdfparams }: Keystore['crypto'], password: string): Buffer {
  const { c = 0, dklen, n = 0, p = 0, prf, r = 0, salt } = kdfparams
  try {
    if (dklen >= 32 && kdf === 'scrypt')
      return scryptSync(password, bytes(salt), dklen, { N: n, r, p, maxmem: 1_024 * megabyte })
    if (dklen >= 32 && kdf === 'pbkdf2' && prf === 'hmac-sha256')
      return pbkdf2Sync(password, bytes(salt), c, dklen, 'sha256')
  } catch {}
  throw new Error('its key cannot be derived from a password here.')
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replace(/^0x/, ''), 'hex')
}
