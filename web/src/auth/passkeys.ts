import {
  asUnmade,
  newOwnerCall,
  newOwnerChallenge,
  passkeyAccount,
  passkeyChallenge,
  passkeySignature,
} from '@furrow/contracts/passkeys'
import { FurrowError, type Signer } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { EIP1193Provider } from 'mipd'
import type { Hex } from 'viem'
import { createWebAuthnCredential, toWebAuthnAccount } from 'viem/account-abstraction'
import { bytesToHex, hashMessage, hashTypedData, isHex, sliceHex, stringToHex } from 'viem/utils'
import { furrow } from '../service/furrow.ts'
import { type KeptPasskey, keepPasskey, passkeyWallet, readPasskey } from './kept-passkey.ts'
import { type Kept, keptFrom } from './kept-session.ts'

type Entering = { readonly chainId: number; readonly community: string; readonly statement: string }

/** Signs in with the passkey of this device, which it makes where there is none. */
export function signInWithOwn(entering: Entering): Promise<Kept> {
  const kept = readPasskey()
  return kept === null ? signInWithNew(entering) : enter(kept, entering)
}

/** Makes a passkey, and with it an account. */
export async function signInWithNew(entering: Entering): Promise<Kept> {
  const { id, publicKey } = await createWebAuthnCredential({
    name: entering.community,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  // A sign-in that fails now goes on with it.
  keepPasskey({ id, publicKey })
  return enter({ id, publicKey }, entering)
}

/** Signs in with a passkey that was made on another device: the service keeps its public key. */
export async function signInWithOther(entering: Entering): Promise<Kept> {
  // Without a name, the browser offers all passkeys of this site.
  const any = toWebAuthnAccount({ credential: { id: undefined as unknown as string, publicKey: '0x' } })
  const { raw } = await any.sign({ hash: bytesToHex(crypto.getRandomValues(new Uint8Array(32))) })
  const { id, publicKey } = await furrow.profile.passkey(raw.id)
  return enter({ id, publicKey: publicKey as Hex, isKnown: true }, entering)
}

async function enter(passkey: KeptPasskey, { chainId, statement }: Entering): Promise<Kept> {
  const { address } = passkeyAccount(passkey.publicKey)
  const signIn = (isMade: boolean) => furrow.signIn(signerOf({ ...passkey, isMade }, chainId), { statement })
  let isMade = passkey.isMade === true
  const token = await signIn(isMade).catch(error => {
    // The account was made meanwhile, from another device: it takes the other form of signature.
    if (isMade || !(error instanceof FurrowError && error.code === 'signature-invalid')) throw error
    isMade = true
    return signIn(true)
  })
  const isKnown = passkey.isKnown || (await tell(passkey))
  keepPasskey({ ...passkey, isMade, isKnown })
  return keptFrom({ address, token, walletId: passkeyWallet })
}

/** false where the service could not be told: the next sign-in tells it. */
function tell({ id, publicKey }: KeptPasskey): Promise<boolean> {
  return furrow.profile.change({ passkey: { id, publicKey } }).then(
    () => true,
    () => false,
  )
}

function signerOf(passkey: KeptPasskey, chainId: number): Signer {
  return {
    account: { address: passkeyAccount(passkey.publicKey).address },
    chain: { id: chainId },
    signMessage: ({ message }: { message: string }) => signHash(passkey, chainId, hashMessage(message)),
  }
}

/** The account's signature of a hash (ERC-1271; ERC-6492 until the account is made). */
async function signHash(passkey: KeptPasskey, chainId: number, hash: Hex): Promise<Hex> {
  const account = passkeyAccount(passkey.publicKey)
  const signature = await prove(passkey, passkeyChallenge(hash, account.address, chainId))
  return passkey.isMade ? signature : asUnmade(account, signature)
}

async function prove({ id, publicKey }: KeptPasskey, challenge: Hex): Promise<Hex> {
  const { signature, webauthn } = await toWebAuthnAccount({ credential: { id, publicKey } }).sign({
    hash: challenge,
  })
  return passkeySignature({
    authenticatorData: webauthn.authenticatorData,
    clientDataJSON: webauthn.clientDataJSON,
    r: BigInt(sliceHex(signature, 0, 32)),
    s: BigInt(sliceHex(signature, 32, 64)),
  })
}

let isAnnounced = false

/** The passkey of this device is a wallet like any other from now on (EIP-6963); the pages that sign find it. */
export function announcePasskey(chainId: number): void {
  if (isAnnounced) return
  isAnnounced = true
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: t`Passkey`,
      icon: '' as `data:image/${string}`,
      rdns: passkeyWallet,
    }),
    provider: createProvider(chainId),
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** It reads the passkey each time: its account may have been made since, or another one has signed in. */
function createProvider(chainId: number): EIP1193Provider {
  const accounts = () => [passkeyAccount(ownPasskey().publicKey).address]
  const sign = (hash: Hex) => signHash(ownPasskey(), chainId, hash)
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts: accounts,
    eth_accounts: accounts,
    eth_chainId: () => `0x${chainId.toString(16)}`,
    personal_sign: ([message]) =>
      sign(hashMessage({ raw: isHex(message) ? message : stringToHex(String(message)) })),
    eth_signTypedData_v4: ([, data]) => sign(hashTypedData(JSON.parse(String(data)))),
  }
  return {
    async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
      const answer = answers[method]
      if (answer !== undefined) return answer(params)
      throw Object.assign(
        new Error(t`A passkey sends nothing to a chain: a wallet that you add to your account does.`),
        {
          code: 4200,
        },
      )
    },
    on() {},
    removeListener() {},
  } as unknown as EIP1193Provider
}

type Node = (method: string, params?: readonly unknown[]) => Promise<unknown>

/** Makes a wallet another owner of the passkey's account; the wallet sends it, and pays the gas. Gives the transaction. */
export async function addOwner(owner: Hex, chainId: number, node: Node): Promise<Hex> {
  const passkey = ownPasskey()
  const account = passkeyAccount(passkey.publicKey)
  const isMade = (await node('eth_getCode', [account.address, 'latest'])) !== '0x'
  const nonce = isMade
    ? BigInt((await node('eth_call', [{ to: account.address, data: readNonce }, 'latest'])) as Hex)
    : 0n
  const proof = await prove(passkey, newOwnerChallenge(owner, account.address, chainId, nonce))
  const call = newOwnerCall(account, owner, proof, isMade)
  return (await node('eth_sendTransaction', [{ from: owner, value: '0x0', ...call }])) as Hex
}

/** `nonce()` of a Safe. */
const readNonce = '0xaffed0e0'

export function noteMade(): void {
  const passkey = readPasskey()
  if (passkey !== null) keepPasskey({ ...passkey, isMade: true })
}

/** @throws Error where this device has none. */
function ownPasskey(): KeptPasskey {
  const passkey = readPasskey()
  if (passkey === null) throw new Error(t`This device does not have your passkey.`)
  return passkey
}
