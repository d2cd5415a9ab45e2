import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose'
import { privateKeyToAddress } from 'viem/accounts'
import { checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { seal, unseal } from '../../people/mail/seal.ts'
import { didOf } from './issuer.ts'

/** Open Badges 3.0 wants every verifier to know RS256, and no other. */
const algorithm = 'RS256'
const bits = 2_048
/** The DID document has no more: a hundred rotations. */
const mostKeys = 100

export type Keeper = Pick<Context, 'clock' | 'config' | 'db' | 'secrets'>
export type SigningKey = { readonly kid: string; readonly jwk: JWK; readonly privateKey: KeyObject }

/** As the DID document has it, without its id. */
type Method =
  | { readonly type: 'JsonWebKey'; readonly publicKeyJwk: JWK }
  | { readonly type: 'EcdsaSecp256k1RecoveryMethod2020'; readonly blockchainAccountId: string }

export type KnownKey = {
  readonly kid: string
  readonly method: Method
  readonly madeAt: number
  readonly made: boolean
}

/** Signs all that one request shows: the key is read once. */
export type Signer = {
  /** Signs a JWT (VC-JOSE-COSE), with the public key for verifiers of Open Badges that resolve no DID. */
  sign(typ: 'JWT' | 'vc+jwt', payload: Record<string, unknown>): Promise<string>
  keepAttester(): Promise<void>
}

export function createSigner(keeper: Keeper): Signer {
  let key: Promise<SigningKey> | null = null
  let kept: Promise<void> | null = null
  return {
    async sign(typ, payload) {
      key ??= readSigningKey(keeper)
      return signWith(await key, keeper, typ, payload)
    },
    keepAttester() {
      kept ??= keepSigner(keeper)
      return kept
    },
  }
}

function signWith(
  { kid, jwk, privateKey }: SigningKey,
  { config }: Keeper,
  typ: string,
  payload: Record<string, unknown>,
): Promise<string> {
  const { kty, n, e } = jwk
  return new SignJWT(payload)
    .setProtectedHeader({
      alg: algorithm,
      typ,
      kid: `${didOf(config)}#${kid}`,
      jwk: { kty, n, e } as JWK,
    })
    .sign(privateKey)
}

/** The key of the settings, or the newest that the service made: the first caller makes one. */
async function readSigningKey(keeper: Keeper): Promise<SigningKey> {
  const { config } = keeper
  const given = config.credentials?.key ?? null
  if (given !== null) {
    const key = await toSigningKey(given)
    await keepPublic(keeper, key.kid, toMethod(key.jwk))
    return key
  }
  return (await readMade(keeper)) ?? makeFirst(keeper)
}

const makersOf = oneFor((_: Keeper['db']) => {
  let making: Promise<SigningKey> | null = null
  return (keeper: Keeper) => {
    making ??= makeKey(keeper).finally(() => {
      making = null
    })
    return making
  }
})

function makeFirst(keeper: Keeper): Promise<SigningKey> {
  return makersOf(keeper.db)(keeper)
}

async function readMade({ db, secrets }: Keeper): Promise<SigningKey | null> {
  const row = await db
    .selectFrom('credential_keys')
    .select('sealed')
    .where('sealed', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const opened = unseal(secrets.sealing, row.sealed ?? '')
  if (opened === null) throw new Error('None of the secrets opens the key that signs credentials.')
  return toSigningKey(createPrivateKey({ key: Buffer.from(opened, 'base64'), format: 'der', type: 'pkcs8' }))
}

/** Earlier keys stay known, so signatures can still be checked. Two processes that make one at once get the same. */
export async function makeKey(keeper: Keeper): Promise<SigningKey> {
  const { clock, db, secrets } = keeper
  const last = await db
    .selectFrom('credential_keys')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: bits })
  const { kid, jwk } = await toSigningKey(privateKey)
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await db
    .insertInto('credential_keys')
    .values({
      kid,
      method: JSON.stringify(toMethod(jwk)),
      sealed: seal(secrets.sealing[0], der),
      number: Number(last?.number ?? 0) + 1,
      made_at: clock.now(),
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await readMade(keeper)
  if (made === null) throw new Error('The key that signs credentials is gone again.')
  return made
}

/** A key that somebody else may have: what it signed is not believed any more. @returns false where there is no such key. */
export async function dropKey({ db }: Pick<Keeper, 'db'>, kid: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('credential_keys').where('kid', '=', kid).executeTakeFirst()
  return numDeletedRows > 0n
}

/** All that sign or signed, the newest first, within reason; the keys of the settings are among them from their start on. */
export async function readKeys(keeper: Keeper): Promise<readonly KnownKey[]> {
  await readSigningKey(keeper)
  await keepSigner(keeper)
  const rows = await keeper.db
    .selectFrom('credential_keys')
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('kid', 'desc')
    .limit(mostKeys)
    .execute()
  return rows.map(({ kid, method, made_at: madeAt, sealed }) => ({
    kid,
    method: JSON.parse(method) as Method,
    madeAt,
    made: sealed !== null,
  }))
}

async function keepSigner(keeper: Keeper): Promise<void> {
  const eas = keeper.config.credentials?.eas ?? null
  if (eas === null) return
  const address = checksum(toAddress(privateKeyToAddress(eas.key)))
  await keepPublic(keeper, address, {
    type: 'EcdsaSecp256k1RecoveryMethod2020',
    blockchainAccountId: `eip155:${eas.chainId}:${address}`,
  })
}

async function keepPublic({ clock, db }: Keeper, kid: string, method: Method): Promise<void> {
  const known = await db.selectFrom('credential_keys').select('kid').where('kid', '=', kid).executeTakeFirst()
  if (known !== undefined) return
  await db
    .insertInto('credential_keys')
    .values({ kid, method: JSON.stringify(method), sealed: null, number: null, made_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

async function toSigningKey(privateKey: KeyObject): Promise<SigningKey> {
  const jwk = await exportJWK(createPublicKey(privateKey))
  return { kid: await calculateJwkThumbprint(jwk), jwk, privateKey }
}

function toMethod(jwk: JWK): Method {
  return { type: 'JsonWebKey', publicKeyJwk: { ...jwk, alg: algorithm } }
}
