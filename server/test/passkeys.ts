import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createRequire } from 'node:module'
import {
  asUnmade,
  passkeyAccount,
  passkeyChallenge,
  passkeyContracts,
  passkeySignature,
} from '@furrow/contracts/passkeys'
import type { Anvil } from '@furrow/contracts/testing'
import { concat, type Hex, hashMessage } from 'viem'
import { type Address, toAddress } from '../src/ground/address.ts'

const require = createRequire(import.meta.url)
const safes = '@safe-global/safe-contracts/build/artifacts/contracts'
const passkeys = '@safe-global/safe-passkey/build/artifacts/contracts'
const bytecodeOf = (path: string): Hex => require(`${path}.json`).bytecode

/** Deploys by CREATE2: anvil has the first; the second is the same code, at the address that Safe uses it at. */
const arachnid = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const safeSingletonFactory = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

const { safe, factory, handler, multiSend, signer, verifier } = passkeyContracts

/** Safe's contracts where every chain has them: as they were published, each by the deployment that leads to its address. */
export async function deployPasskeyContracts({ client, account }: Anvil): Promise<void> {
  await client.setCode({
    address: safeSingletonFactory,
    bytecode: (await client.getCode({ address: arachnid })) as Hex,
  })
  for (const [address, by, bytecode] of [
    [safe, safeSingletonFactory, bytecodeOf(`${safes}/SafeL2.sol/SafeL2`)],
    [factory, safeSingletonFactory, bytecodeOf(`${safes}/proxies/SafeProxyFactory.sol/SafeProxyFactory`)],
    [
      handler,
      safeSingletonFactory,
      bytecodeOf(`${safes}/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler`),
    ],
    [
      multiSend,
      safeSingletonFactory,
      bytecodeOf(`${safes}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly`),
    ],
    [verifier, arachnid, bytecodeOf('@safe-global/safe-passkey/dist/src/vendor/daimo-eth/P256Verifier')],
  ] as const) {
    const data = concat([`0x${'00'.repeat(32)}`, bytecode])
    const hash = await client.sendTransaction({ account: account(0), to: by, data } as never)
    await client.waitForTransactionReceipt({ hash })
    if ((await client.getCode({ address })) === undefined) throw new Error(`${address} is of other code.`)
  }
  // The package has the signer of the version before, built otherwise: its constructor runs at the address.
  const bytecode = bytecodeOf(`${passkeys}/4337/SafeWebAuthnSharedSigner.sol/SafeWebAuthnSharedSigner`)
  await client.setCode({ address: signer, bytecode })
  const { data } = await client.call({ to: signer })
  await client.setCode({ address: signer, bytecode: data as Hex })
}

export type Passkey = {
  readonly credentialId: string
  readonly publicKey: Hex
  readonly address: Address
  /** A proof of the hash, as a browser at this origin makes it. */
  prove(challenge: Hex): Hex
  /** The account's signature of a text, once the account is made. */
  sign(message: string): Hex
  /** The same before. */
  signUnmade(message: string): Hex
}

/** A passkey in software, with an account on this chain. */
export function createPasskey(chainId: number, origin = 'https://app.example.org'): Passkey {
  const { privateKey, publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const publicKey: Hex = `0x${Buffer.concat([x, y].map(part => Buffer.from(part, 'base64url'))).toString('hex')}`
  const made = passkeyAccount(publicKey)
  const prove = (challenge: Hex) => proofOf(privateKey, challenge, origin)
  const signMessage = (message: string) =>
    prove(passkeyChallenge(hashMessage(message), made.address, chainId))
  return {
    credentialId: createHash('sha256').update(publicKey).digest('base64url'),
    publicKey,
    address: toAddress(made.address),
    prove,
    sign: signMessage,
    signUnmade: message => asUnmade(made, signMessage(message)),
  }
}

const presentAndVerified = 0x05

function proofOf(key: KeyObject, challenge: Hex, origin: string): Hex {
  const text = Buffer.from(challenge.slice(2), 'hex').toString('base64url')
  const clientDataJSON = `{"type":"webauthn.get","challenge":"${text}","origin":"${origin}","crossOrigin":false}`
  const hash = (value: string) => createHash('sha256').update(value).digest()
  const authenticatorData = Buffer.concat([
    hash(new URL(origin).hostname),
    Buffer.from([presentAndVerified, 0, 0, 0, 1]),
  ])
  const signed = Buffer.concat([authenticatorData, hash(clientDataJSON)])
  const pair = sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }).toString('hex')
  return passkeySignature({
    authenticatorData: `0x${authenticatorData.toString('hex')}`,
    clientDataJSON,
    r: BigInt(`0x${pair.slice(0, 64)}`),
    s: BigInt(`0x${pair.slice(64)}`),
  })
}
