import { didOf } from './issuer.ts'
import { type Keeper, type KnownKey, readKeys } from './keys.ts'

/** DID Core 1.0: the keys by which anybody checks credentials of this service. */
export async function writeDidDocument(keeper: Keeper): Promise<object> {
  const keys = await readKeys(keeper)
  const did = didOf(keeper.config)
  const idOf = ({ kid }: KnownKey) => `${did}#${kid}`
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/jwk/v1',
      'https://w3id.org/security/suites/secp256k1recovery-2020/v2',
    ],
    id: did,
    verificationMethod: keys.map(key => ({ id: idOf(key), controller: did, ...key.method })),
    assertionMethod: keys.map(idOf),
  }
}
